import { writeSync } from "node:fs";
import { Writable } from "node:stream";
import { MIN_SECRET_LENGTH, type Redact, REDACTED } from "../../util/secrets";
import type { LogFields, Logger } from "../framework";
import { thrownText } from "../../util/message-of";

type Search = (secrets: readonly string[]) => Redact;

/** Removes this process's secrets from log lines and crash reports, which Terraform does not redact. */
export class Redactor {
  readonly #secrets = new Set<string>();
  #search: Search | undefined;
  #redact: Redact | undefined;

  /** Sets the function that finds secrets, which is loaded after the handshake, before any secret is known. */
  searchWith(search: Search): void {
    this.#search = search;
  }

  /** From now on, redacts a secret and each of its lines, because output is redacted line by line. */
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
    // Until the search function is set, the whole text is redacted.
    return this.#redact === undefined ? REDACTED : this.#redact(text);
  }
}

const LEVELS = ["trace", "debug", "info", "warn", "error", "off"] as const;
type LogLevel = (typeof LEVELS)[number];

/** Terraform reads at most 64 KiB per line. */
const MAX_LINE_BYTES = 64 * 1024 - 1;
/** In characters. JSON needs at most six bytes for each. */
const MAX_MESSAGE_LENGTH = 8000;

/**
 * Returns a log that writes go-plugin's JSON lines without secrets (terraform-protocol.md, section 0, row 6).
 * Lines that `write` receives end with a newline.
 */
export function createLog(redactor: Redactor, least: LogLevel, write: (line: string) => void): Logger {
  const writer = (level: LogLevel) => {
    return (message: string, fields: LogFields = {}): void => {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
      const header = {
        "@level": level,
        "@message": redactor.text(message).slice(0, MAX_MESSAGE_LENGTH),
        "@module": "provider",
        // Terraform's parser requires six fractional digits. A Date has only three.
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

/** Follows Terraform: off if neither variable is set, trace for JSON and for unknown words. */
export function logLevel({ TF_LOG_PROVIDER, TF_LOG }: NodeJS.ProcessEnv): LogLevel {
  const word = TF_LOG_PROVIDER || TF_LOG || "off";
  return LEVELS.find((level) => level === word.toLowerCase()) ?? "trace";
}

/**
 * Turns everything that code prints into log lines. Terraform reads the handshake from stdout and JSON from
 * stderr, so a stray line of JSON can crash it (terraform-protocol.md, section 0, rows 6 and 7). Getters
 * replace the streams, so that a stream is only created when something prints. `console` looks up its streams
 * on first use, so it uses the getters as well.
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

/** Writes synchronously to the real stream. Returns false if the reader has closed it, so the text is lost. */
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
 * Returns the report of an uncaught error, without secrets. Terraform shows users all text after a line that
 * begins with `panic: ` (terraform-protocol.md, section 0, row 8).
 */
export function crashReport(error: unknown, redactor: Redactor): string {
  const message = redactor.text(thrownText(error)).replaceAll("\n", " ");
  const stack = error instanceof Error && error.stack !== undefined ? redactor.text(error.stack) : "";
  // Puts a bar before each stack line, so that no line is JSON: Terraform would parse it as a log record, and
  // may crash.
  return `panic: ${message}\n${stack && `\n| ${stack.replaceAll("\n", "\n| ")}\n`}`;
}

/** Makes the process print a report on stderr and exit with code 1 after an uncaught error. */
export function reportCrashes(redactor: Redactor): void {
  const crash = (error: unknown): void => {
    writeTo(2, crashReport(error, redactor));
    process.exit(1);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
}
