import { thrownText } from "../thrown";
import type { PathStep } from "../values";

export type Severity = "error" | "warning";

/** A message for the user. Terraform folds warnings of equal summary, so the summary names the object (cdktf.md, section 7). */
export interface Diagnostic {
  readonly severity: Severity;
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

/** Collects what one call has to say. */
export class Diagnostics {
  readonly #all: Diagnostic[] = [];
  readonly #redact: (text: string) => string;

  /** `redact` takes the provider's secrets out of every text. */
  constructor(redact: (text: string) => string = (text) => text) {
    this.#redact = redact;
  }

  get all(): readonly Diagnostic[] {
    return this.#all.map((diagnostic) => ({
      ...diagnostic,
      summary: this.#redact(diagnostic.summary),
      detail: this.#redact(diagnostic.detail),
    }));
  }

  get hasError(): boolean {
    return this.#all.some(({ severity }) => severity === "error");
  }

  add(...diagnostics: readonly Diagnostic[]): void {
    this.#all.push(...diagnostics);
  }

  error(summary: string, detail: string, path?: readonly PathStep[]): void {
    this.#all.push(diagnostic("error", summary, detail, path));
  }

  warn(summary: string, detail: string, path?: readonly PathStep[]): void {
    this.#all.push(diagnostic("warning", summary, detail, path));
  }

  /** Records a thrown error. One that is no DiagnosticError is a defect of the provider and says so. */
  addThrown(error: unknown, during: string): void {
    if (error instanceof DiagnosticError) {
      this.add(...error.diagnostics);
      return;
    }
    this.error(
      `The provider failed during ${during}`,
      `${thrownText(error)}\n\nThis is a defect of the provider. Please report it with what you did; TF_LOG=debug shows more.`,
    );
  }
}

function diagnostic(
  severity: Severity,
  summary: string,
  detail: string,
  path?: readonly PathStep[],
): Diagnostic {
  return path === undefined ? { severity, summary, detail } : { severity, summary, detail, path };
}
