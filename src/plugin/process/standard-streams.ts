import { writeSync } from "node:fs";
import { Writable } from "node:stream";
import type { Log } from "./log";

/**
 * Turns whatever code prints into log lines: the host reads the handshake from stdout and JSON from stderr, and a
 * stray JSON line on stderr can even end the host (terraform-protocol.md, section 0, rows 6 and 7). The streams
 * are replaced by getters, so nothing is built unless something prints; `console` follows, as it looks them up
 * on first use.
 */
export function guardStandardStreams(log: Log): void {
  replace("stdout", (line) => log.info(line, { stream: "stdout" }));
  replace("stderr", (line) => log.warn(line, { stream: "stderr" }));
}

function replace(name: "stdout" | "stderr", onLine: (line: string) => void): void {
  let stream: Writable | undefined;
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get: () => (stream ??= lineStream(onLine)),
  });
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

/**
 * Writes at once, past the guard. What the host no longer reads is dropped: there is nobody left to tell. False then.
 */
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
