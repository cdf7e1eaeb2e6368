import { thrownText } from "../thrown";
import type { Logger, Secrets } from "./logger";

/** A message for the user. Terraform merges warnings with equal summaries: a summary names the object. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** Object and what failed, in one line. */
  readonly summary: string;
  /** The reason; the last sentence says what to do. */
  readonly detail: string;
  /** The attribute concerned: Terraform then shows its line. */
  readonly path?: AttributePath;
}

/** The path of a top-level attribute. */
type AttributePath = readonly [{ readonly kind: "attribute"; readonly name: string }];

/** Returns the path of a top-level attribute. */
export function attributePath(name: string): AttributePath {
  return [{ kind: "attribute", name }];
}

/** Thrown by a hook to fail its call with these diagnostics. */
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

/** Collects the diagnostics of one call. */
export class Diagnostics {
  readonly #all: Diagnostic[] = [];
  readonly #outlet: Outlet;

  /** `outlet` receives the stacks of defects, and masks their text. */
  constructor(outlet: Outlet) {
    this.#outlet = outlet;
  }

  /**
   * Every diagnostic so far, unmasked: hooks must mask what they quote. If the id of a workspace is a common
   * word, masking whole texts would mask that word everywhere.
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

  error(summary: string, detail: string, path?: AttributePath): void {
    this.add({ severity: "error", summary, detail, path });
  }

  warn(summary: string, detail: string, path?: AttributePath): void {
    this.add({ severity: "warning", summary, detail, path });
  }

  /** Runs an operation, such as "read". A thrown error becomes a diagnostic, and the result undefined. */
  async attempt<T>(operation: string, run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      this.addThrown(error, operation);
      return undefined;
    }
  }

  /** Runs a synchronous operation; otherwise like `attempt`. */
  attemptSync<T>(operation: string, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.addThrown(error, operation);
      return undefined;
    }
  }

  /**
   * Adds the diagnostics of a thrown error. Any error but a DiagnosticError is a defect of the provider: the
   * diagnostic says so, without secrets, and the log gets the stack.
   */
  addThrown(error: unknown, operation: string): void {
    if (error instanceof DiagnosticError) {
      this.add(...error.diagnostics);
      return;
    }
    const summary = `The provider failed during ${operation}`;
    const text = this.#outlet.secrets.text(thrownText(error));
    this.#outlet.log.error(summary, { error: error instanceof Error ? error : text });
    this.error(
      summary,
      `${text}\n\nThis is a defect of the provider. Please report it with what you did; TF_LOG=debug shows more.`,
    );
  }
}
