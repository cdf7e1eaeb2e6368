import { existsSync, realpathSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { APPROVED } from "../../approval";
import { kindOfType } from "../../objects/kinds";
import { messageOf } from "../../util/message-of";
import { printJson } from "../../util/json";
import { oneOf, UsageError } from "../../util/usage-error";
import { documentOf } from "./document";
import { headlineOf } from "./document/summary";
import { evalsIn } from "./evals";
import { printHtml } from "./html";
import { printMarkdown } from "./markdown";
import { entriesOf } from "./model/groups";
import { placeOf } from "./model/pairs";
import type { ApprovalException, ObjectChange, Review } from "./model/review";
import { type Format, FORMATS, type Values } from "./options";
import { printText } from "./text";

/** The document goes to standard output if `file` is undefined. */
export interface Output {
  readonly format: Format;
  readonly file: string | undefined;
}

const FORMAT_OF_ENDING: Readonly<Record<string, Format>> = {
  ...{ ".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html" },
  ...{ ".json": "json", ".txt": "text", ".text": "text" },
};

/** If a file cannot be written, this function throws before planning, which may take long. */
export function outputsOf({ format, out = [] }: Pick<Values, "format" | "out">): Output[] {
  const given = format === undefined ? undefined : oneOf("--format", format, FORMATS);
  if (out.length === 0) return [{ format: given ?? "markdown", file: undefined }];
  return out.map((file) => {
    if (file === "" || (existsSync(file) && statSync(file).isDirectory()))
      throw new UsageError(`--out takes the name of a file, not ${JSON.stringify(file)}.`);
    checkFolder("--out", file);
    const named = FORMAT_OF_ENDING[extname(file).toLowerCase()];
    if (out.length === 1) return { file, format: given ?? named ?? "markdown" };
    if (given !== undefined && named !== undefined && given !== named)
      throw new UsageError(`--format ${given} and --out ${file} name two formats. Leave out --format.`);
    if (given === undefined && named === undefined)
      throw new UsageError(
        `The ending of ${file} names no format. With several files of --out, use .md, .html, .json or .txt.`,
      );
    return { file, format: (named ?? given)! };
  });
}

export function checkFolder(option: string, file: string): void {
  const folder = dirname(file);
  if (existsSync(folder)) return;
  throw new Error(
    `${folder}, the folder of the file that ${option} names, is missing. Create it, or name another file.`,
  );
}

/** Throws UsageError if one option would overwrite the file of another option, even through a link. */
export function refuseOneFileTwice({ approval, evals, ...values }: Values): void {
  const { out = [], plan = [], findings = [], samples = "" } = values;
  const written = {
    ...{ out, approval: approval === undefined ? [] : [approval] },
    evals: evals === undefined ? [] : evalsIn(evals),
  };
  const seen = new Map<string, string>();
  for (const [option, files] of Object.entries({ ...written, plan, findings, samples: [samples] }))
    for (const file of files) {
      const [identity, name] = [identityOf(file), `--${option} ${file}`];
      const other = seen.get(identity);
      if (other !== undefined) throw new UsageError(`${other} and ${name} are one file. Name two files.`);
      if (option in written) seen.set(identity, name);
    }
}

function identityOf(file: string): string {
  if (existsSync(file)) {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev} ${ino}`;
  }
  const folder = dirname(file);
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(file));
}

interface Target {
  readonly outputs: readonly Output[];
  readonly stdout: NodeJS.WriteStream;
}

interface Asked {
  readonly places: ReadonlySet<string>;
  readonly approvesSensitive: boolean;
}

interface AllPrinted {
  readonly review: Review;
  readonly texts: readonly string[];
}

/**
 * `shown`: how many objects of each entry a comment shows whole; undefined for a document that shows all
 * objects.
 */
interface Printed {
  readonly text: string;
  readonly shown?: readonly number[];
}

/**
 * Each document says what the approval leaves out. This text may push further changes out of a comment, so
 * the documents are printed again until the approval leaves out nothing new.
 */
export function printAll(review: Review, { outputs, stdout }: Target, asked?: Asked): AllPrinted {
  const [{ file }] = outputs as [Output];
  const colours = file === undefined && stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "";
  // HTML is easier to read than text, and text is easier to read than JSON.
  const [whole] = (["html", "text", "json"] as const).flatMap(
    (format) => outputs.find((one) => one.format === format)?.file ?? [],
  );
  const exceptions: ApprovalException[] = [];
  for (;;) {
    const told = { ...review, approvalExceptions: asked === undefined ? null : exceptions };
    const document = documentOf(told);
    const documents = outputs.map(({ format }): Printed => {
      if (format === "markdown") return printMarkdown(document, whole);
      if (format === "html") return { text: printHtml(document) };
      return { text: format === "json" ? printJson(told) : printText(document, colours) };
    });
    const said = new Set(exceptions.map(placeOf));
    const found = (asked === undefined ? [] : hiddenIn(told, documents)).filter(
      (one) => asked!.places.has(placeOf(one)) && !said.has(placeOf(one)),
    );
    if (found.length === 0) return { review: told, texts: documents.map(({ text }) => text) };
    for (const one of found)
      exceptions.push({ ...one, approved: one.why === "sensitive" && asked!.approvesSensitive });
    exceptions.sort((a, b) => a.stack - b.stack || a.change - b.change);
  }
}

/** No document can show changes of sensitive texts. */
export function hiddenIn(
  review: Review,
  documents: readonly Printed[],
): Omit<ApprovalException, "approved">[] {
  const hidden = new Set(
    entriesOf(review).flatMap(({ members }, i) => {
      const most = Math.max(...documents.map(({ shown }) => shown?.[i] ?? members.length));
      return members.slice(most).map(({ at }) => placeOf(at));
    }),
  );
  const firsts = new Map(review.pairs.map(({ first, second }) => [placeOf(second), placeOf(first)]));
  return review.stacks.flatMap(({ changes }, stack) =>
    changes.flatMap((one, change) => {
      if (isSensitive(one)) return { stack, change, why: "sensitive" as const };
      const place = placeOf({ stack, change });
      return hidden.has(firsts.get(place) ?? place) ? { stack, change, why: "not shown" as const } : [];
    }),
  );
}

function isSensitive({ type, attributes }: ObjectChange): boolean {
  const kind = kindOfType(type);
  const covered: readonly string[] = kind === undefined ? [] : APPROVED[kind];
  return attributes.some(
    ({ path, before, after }) =>
      covered.includes(path) && (before.kind === "sensitive" || after.kind === "sensitive"),
  );
}

/** Returns false if a reader of standard output stopped early. */
export async function writeAll({ review, texts }: AllPrinted, { outputs, stdout }: Target): Promise<boolean> {
  const files = outputs.flatMap(({ file }) => file ?? []);
  if (files.length === 0)
    return new Promise((resolve) =>
      stdout.write(texts[0]!, (error) => resolve(error === null || error === undefined)),
    );
  for (const [index, file] of files.entries()) {
    try {
      writeFileSync(file, texts[index]!);
    } catch (cause) {
      for (const one of files) empty(one);
      const others = files.length === 1 ? "" : " All files of --out are empty.";
      const problem = `The review cannot be written to ${file}: ${messageOf(cause)}`;
      throw new Error(`${problem}. Name another file with --out.${others}`, { cause });
    }
  }
  stdout.write(`Plan review: ${headlineOf(review)}. Written to ${files.join(", ")}.\n`);
  return true;
}

/** The file's old content could pass for this review, so a failed write empties the file. */
function empty(file: string): void {
  try {
    truncateSync(file);
  } catch {
    // The file is missing or cannot be written, so it need not be emptied.
  }
}
