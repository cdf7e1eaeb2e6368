import { writeSync } from "node:fs";
import { Writable } from "node:stream";
import { MIN_SECRET_LENGTH, type Redact, REDACTED } from "../../util/secrets";
import type { LogFields, Logger } from "../framework";
import { thrownText } from "../../util/message-of";

type Search = (secrets: readonly string[]) => Redact;

/** Removes secrets from log lines and crash reports, which Terraform does not redact. */
export class Redactor {
  readonly #secrets = new Set<string>();
  #search: Search | undefined;
  #redact: Redact | undefined;

  /** The search function is loaded after the handshake, before any secret is known. */
  searchWith(search: Search): void {
    this.#search = search;
  }

  /** Also redacts each line of the secret, because output is redacted line by line. */
  add(secret: string): void {
    if (secret.length < MIN_SECRET_LENGTH) return;
    const lines = secret.split("\n");
    if (lines.length > 1) for (const line of lines) this.add(line.trim());
    this.#secrets.add(secret);
    this.#redact = undefined;
  }

  text(text: string): string {
    if (this.#secrets.size === 0) return text;
    this.#redact ??= this.#search?.([...this.#secrets]);
    return this.#redact === undefined ? REDACTED : this.#redact(text);
  }
}

const LEVELS = ["trace", "debug", "info", "warn", "error", "off"] as const;
type LogLevel = (typeof LEVELS)[number];

/** Terraform reads at most 64 KiB of a line. */
const MAX_LINE_BYTES = 64 * 1024 - 1;
/** The length is in characters. JSON needs at most six bytes for each character. */
const MAX_MESSAGE_LENGTH = 8000;

/** `write` receives JSON lines in go-plugin's form, without secrets. Each line ends with a newline. */
export function createLog(redactor: Redactor, least: LogLevel, write: (line: string) => void): Logger {
  const writer = (level: LogLevel) => {
    return (message: string, fields: LogFields = {}): void => {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
      const header = {
        "@level": level,
        "@message": redactor.text(message).slice(0, MAX_MESSAGE_LENGTH),
        "@module": "provider",
        // Terraform's parser requires six fractional digits, but a Date has only three.
        "@timestamp": new Date().toISOString().replace("Z", "000Z"),
      };
      const line = JSON.stringify({ ...printable(fields, redactor), ...header });
      const fits = Buffer.byteLength(line) < MAX_LINE_BYTES;
      write(`${fits ? line : JSON.stringify({ ...header, fields_dropped: true })}\n`);
    };
  };
  return { debug: writer("debug"), info: writer("info"), warn: writer("warn"), error: writer("error") };
}

function printable(fields: LogFields, redactor: Redactor): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => {
    if (value instanceof Error) return [name, redactor.text(value.stack ?? String(value))];
    const isPlain = typeof value !== "object" && typeof value !== "string";
    return [name, isPlain ? value : redactor.text(typeof value === "string" ? value : JSON.stringify(value))];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** The level is off if neither variable is set, and trace for JSON and unknown words, as in Terraform. */
export function logLevel({ TF_LOG_PROVIDER, TF_LOG }: NodeJS.ProcessEnv): LogLevel {
  const word = TF_LOG_PROVIDER || TF_LOG || "off";
  return LEVELS.find((level) => level === word.toLowerCase()) ?? "trace";
}

/**
 * Turns everything that code prints into log lines. Terraform reads the handshake from stdout and JSON from
 * stderr, and a stray line of JSON can crash Terraform.
 */
export function guardStandardStreams(log: Logger): void {
  for (const [name, level] of [
    ["stdout", "info"],
    ["stderr", "warn"],
  ] as const) {
    let stream: Writable | undefined;
    const get = () => (stream ??= lineStream((line) => log[level](line, { stream: name })));
    Object.defineProperty(process, name, { configurable: true, enumerable: true, get });
  }
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

/** Writes synchronously to stdout or stderr itself. Returns false if the reader has closed the stream. */
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

/** Terraform shows users all text after a line that begins with `panic: `. */
export function crashReport(error: unknown, redactor: Redactor): string {
  const message = redactor.text(thrownText(error)).replaceAll("\n", " ");
  const stack = error instanceof Error && error.stack !== undefined ? redactor.text(error.stack) : "";
  // Each stack line begins with a bar, because Terraform would parse a line of JSON as a log record, and
  // might crash.
  return `panic: ${message}\n${stack && `\n| ${stack.replaceAll("\n", "\n| ")}\n`}`;
}

export function reportCrashes(redactor: Redactor): void {
  const crash = (error: unknown): void => {
    writeTo(2, crashReport(error, redactor));
    process.exit(1);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
}
