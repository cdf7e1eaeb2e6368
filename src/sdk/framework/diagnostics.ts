import { thrownText } from "../../util/message-of";

/** `TF_LOG_PROVIDER` makes log lines visible. Fields must not contain secrets. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export type LogFields = Readonly<Record<string, unknown>>;

export interface Secrets {
  add(secret: string): void;
  text(text: string): string;
}

/** Terraform merges warnings with equal summaries, so a summary names its object. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** The top-level attribute that the message concerns. Terraform shows the line that sets this attribute. */
  readonly attribute?: string | undefined;
  /** The code identifies the message within the provider. Terraform does not receive the code. */
  readonly code?: string;
}

export class DiagnosticError extends Error {
  override readonly name = "DiagnosticError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(...diagnostics: Diagnostic[]) {
    super(diagnostics.map(({ summary }) => summary).join("; "));
    this.diagnostics = diagnostics;
  }

  static of(summary: string, detail: string, attribute?: string): DiagnosticError {
    return new DiagnosticError({ severity: "error", summary, detail, attribute });
  }
}

export class Diagnostics {
  readonly #all: Diagnostic[] = [];

  constructor(
    private readonly log: Logger,
    private readonly secrets: Secrets,
  ) {}

  /** The diagnostics are not redacted, because a secret may equal a common word. */
  get all(): readonly Diagnostic[] {
    return this.#all;
  }

  get hasError(): boolean {
    return this.#all.some(({ severity }) => severity === "error");
  }

  add(...diagnostics: readonly Diagnostic[]): void {
    this.#all.push(...diagnostics);
  }

  error(summary: string, detail: string, attribute?: string): void {
    this.add({ severity: "error", summary, detail, attribute });
  }

  warn(summary: string, detail: string, attribute?: string): void {
    this.add({ severity: "warning", summary, detail, attribute });
  }

  /** If `run` throws, adds a diagnostic that names the operation, and returns undefined. */
  async attempt<T>(operation: string, run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      this.addThrown(error, operation);
      return undefined;
    }
  }

  attemptSync<T>(operation: string, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.addThrown(error, operation);
      return undefined;
    }
  }

  /** An error that is no DiagnosticError is a defect of the provider. */
  addThrown(error: unknown, operation: string): void {
    if (error instanceof DiagnosticError) {
      this.add(...error.diagnostics);
      return;
    }
    const summary = `The provider failed during ${operation}`;
    const text = this.secrets.text(thrownText(error));
    this.log.error(summary, { error: error instanceof Error ? error : text });
    this.error(
      summary,
      `${text}\n\nThis is a defect of the provider. Please report it, and say what you did. TF_LOG=debug logs more details.`,
    );
  }
}
