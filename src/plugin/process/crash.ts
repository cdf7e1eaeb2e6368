import { thrownText } from "../thrown";
import type { Redactor } from "./redact";

/**
 * What a dying process prints. The host shows the user what follows a line that begins with `panic: `
 * (terraform-protocol.md, section 0, row 8), so the message comes first and the stack after it.
 */
export function crashReport(error: unknown, redactor: Redactor): string {
  const stack = error instanceof Error && error.stack !== undefined ? `\n\n${error.stack}` : "";
  return redactor.text(`panic: ${thrownText(error).replaceAll("\n", " ")}${stack}\n`);
}

/** Ends the process on errors that nothing has caught, after a report on stderr. */
export function reportCrashes(
  redactor: Redactor,
  write: (text: string) => void,
  exit: (code: number) => void,
): void {
  const crash = (error: unknown): void => {
    write(crashReport(error, redactor));
    exit(1);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
}
