import { thrownText } from "../thrown";
import type { Redactor } from "./redact";
import { writeTo } from "./standard-streams";

/**
 * Returns the report of an uncaught error, without secrets. Terraform shows the user everything from a line
 * that begins with `panic: ` (terraform-protocol.md, section 0, row 8).
 */
export function crashReport(error: unknown, redactor: Redactor): string {
  const message = redactor.text(thrownText(error)).replaceAll("\n", " ");
  const stack = error instanceof Error && error.stack !== undefined ? redactor.text(String(error.stack)) : "";
  // A bar at the start of each line of the stack keeps the line from being JSON. Terraform parses a line of
  // JSON as a log record, and may crash.
  return `panic: ${message}\n${stack && `\n| ${stack.replaceAll("\n", "\n| ")}\n`}`;
}

/** Makes an uncaught error end the process with code 1, after a report on stderr. */
export function reportCrashes(redactor: Redactor): void {
  const crash = (error: unknown): void => {
    writeTo(2, crashReport(error, redactor));
    process.exit(1);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
}
