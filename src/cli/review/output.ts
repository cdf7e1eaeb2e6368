import { existsSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "../usage-error";
import { renderHtml } from "./html";
import { renderMarkdown } from "./markdown";
import type { Review } from "./model/review";
import type { Format } from "./options";
import { renderText } from "./text";
import { headlineOf } from "./wording/base";
import { messageOf } from "../../shared/message-of";
import { printJson } from "../shared/print-json";

/** Throws if the file cannot be written. Called before planning, because planning can take long. */
export function checkOut(file: string | undefined): void {
  if (file === undefined) return;
  if (file === "" || (existsSync(file) && statSync(file).isDirectory()))
    throw new UsageError(`--out takes the name of a file, not ${JSON.stringify(file)}.`);
  checkFolder("--out", file);
}

/** Throws if the folder of a file that an option names is missing. */
export function checkFolder(option: string, file: string): void {
  const folder = dirname(file);
  if (existsSync(folder)) return;
  throw new Error(
    `${folder}, the folder of the file that ${option} names, is missing. Create it, or name another file.`,
  );
}

interface Output {
  readonly format: Format;
  readonly file: string | undefined;
  readonly stdout: NodeJS.WriteStream;
}

/**
 * Writes the review into the file of `--out`, or to standard output. Returns whether all of it was written: a reader
 * of standard output may stop early.
 */
export async function write(review: Review, { format, file, stdout }: Output): Promise<boolean> {
  const colours = file === undefined && stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "";
  const text = RENDERERS[format](review, colours);
  if (file === undefined)
    return new Promise((resolve) =>
      stdout.write(text, (error) => resolve(error === null || error === undefined)),
    );
  try {
    writeFileSync(file, text);
  } catch (cause) {
    empty(file);
    const text = `The review cannot be written to ${file}: ${messageOf(cause)}`;
    throw new Error(`${text}. Name another file with --out.`, { cause });
  }
  stdout.write(`Plan review: ${headlineOf(review)}. Written to ${file}.\n`);
  return true;
}

/** Empties the file: a part of this review, or an earlier review, could be mistaken for this review. */
function empty(file: string): void {
  try {
    truncateSync(file);
  } catch {
    // There is nothing to empty: the file is missing or cannot be written.
  }
}

const RENDERERS: Readonly<Record<Format, (review: Review, colours: boolean) => string>> = {
  markdown: (review) => renderMarkdown(review),
  html: renderHtml,
  json: printJson,
  text: (review, colours) => renderText(review, { colours }),
};
