import { writeSync } from "node:fs";
import { Writable } from "node:stream";
import type { Logger } from "../framework";
import { thrownText } from "../thrown";
import type { Redactor } from "./log";

/**
 * Turns everything that code prints into log lines. Terraform reads the handshake from stdout and JSON from
 * stderr, and a stray line of JSON can crash it (terraform-protocol.md, section 0, rows 6 and 7). Getters
 * replace the streams, so that a stream is created only when something prints. `console` uses the getters
 * too, because it looks up the streams on first use.
 */
export function guardStandardStreams(log: Logger): void {
  replace("stdout", (line) => log.info(line, { stream: "stdout" }));
  replace("stderr", (line) => log.warn(line, { stream: "stderr" }));
}

function replace(name: "stdout" | "stderr", onLine: (line: string) => void): void {
  let stream: Writable | undefined;
  const get = () => (stream ??= lineStream(onLine));
  Object.defineProperty(process, name, { configurable: true, enumerable: true, get });
}

function lineStream(onLine: (line: string) => void): Writable {
  let rest = "";
  return new Writable({
    decodeStrings: false,
    write(chunk: Buffer | string, _encoding, done) {
      const lines = (rest + chunk.toString()).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") onLine(line);
      done();
    },
  });
}

/** Writes synchronously to the real stream. Returns false if the other end is closed: the text is lost. */
export function writeTo(descriptor: 1 | 2, text: string): boolean {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return false;
    }
  }
  return true;
}

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
