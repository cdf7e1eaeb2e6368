import { thrownText } from "../thrown";
import type { PathStep } from "../values";
import type { Logger, Secrets } from "./logger";

/** A message for the user. Terraform folds warnings of equal summary, so the summary names the object (cdktf.md, section 7). */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** What is wrong and with what, in one line. */
  readonly summary: string;
  /** Why, and as its last sentence what to do. */
  readonly detail: string;
  /** The attribute it is about, so that Terraform points at the line. */
  readonly path?: readonly PathStep[];
}

/** The path of a top-level attribute. */
export function attributePath(name: string): readonly PathStep[] {
  return [{ kind: "attribute", name }];
}

/** Thrown by a hook to end its call with these diagnostics. */
export class DiagnosticError extends Error {
  override readonly name = "DiagnosticError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(...diagnostics: Diagnostic[]) {
    super(diagnostics.map(({ summary }) => summary).join("; "));
    this.diagnostics = diagnostics;
  }
}

interface Outlet {
  readonly log: Logger;
  readonly secrets: Secrets;
}

/** Collects what one call has to say. */
export class Diagnostics {
  readonly #all: Diagnostic[] = [];
  readonly #outlet: Outlet;

  /** Defects go to the log, too. */
  constructor(outlet: Outlet) {
    this.#outlet = outlet;
  }

  /**
   * As they were added. What a hook quotes of other programs must be without secrets by then: where a workspace is called
   * `workspace`, a search of whole sentences would mask our own words and the ids that Terraform prints anyway.
   */
  get all(): readonly Diagnostic[] {
    return this.#all;
  }

  get hasError(): boolean {
    return this.#all.some(({ severity }) => severity === "error");
  }

  add(...diagnostics: readonly Diagnostic[]): void {
    this.#all.push(...diagnostics);
  }

  error(summary: string, detail: string, path?: readonly PathStep[]): void {
    this.add({ severity: "error", summary, detail, path });
  }

  warn(summary: string, detail: string, path?: readonly PathStep[]): void {
    this.add({ severity: "warning", summary, detail, path });
  }

  /**
   * Records a thrown error. One that is no DiagnosticError is a defect of the provider and says so; the log has its stack. The
   * text of a defect may be of any origin, so the provider's secrets are taken out of it.
   */
  addThrown(error: unknown, during: string): void {
    if (error instanceof DiagnosticError) {
      this.add(...error.diagnostics);
      return;
    }
    const summary = `The provider failed during ${during}`;
    const text = this.#outlet.secrets.text(thrownText(error));
    this.#outlet.log.error(summary, { error: error instanceof Error ? error : text });
    this.error(
      summary,
      `${text}\n\nThis is a defect of the provider. Please report it with what you did; TF_LOG=debug shows more.`,
    );
  }
}
