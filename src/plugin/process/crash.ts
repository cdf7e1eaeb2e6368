import { thrownText } from "../thrown";
import type { Redactor } from "./redact";
import { writeTo } from "./standard-streams";

/**
 * What a dying process prints. The host shows the user what follows a line that begins with `panic: `
 * (terraform-protocol.md, section 0, row 8), so the message comes first and the stack after it.
 */
export function crashReport(error: unknown, redactor: Redactor): string {
  const message = redactor.text(thrownText(error)).replaceAll("\n", " ");
  const stack = error instanceof Error && error.stack !== undefined ? redactor.text(String(error.stack)) : "";
  // The stack repeats the message, a line of which may be JSON: the host would take it for a log record, and die of it.
  return `panic: ${message}\n${stack && `\n| ${stack.replaceAll("\n", "\n| ")}\n`}`;
}

/** Ends the process on errors that nothing has caught, after a report on stderr. */
export function reportCrashes(redactor: Redactor): void {
  const crash = (error: unknown): void => {
    writeTo(2, crashReport(error, redactor));
    process.exit(1);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
}
