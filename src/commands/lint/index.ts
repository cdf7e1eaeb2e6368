import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { parseArgs } from "node:util";
import { rowsOf } from "../../estate/rows";
import { decodePrompt, readStackConfiguration } from "../../estate/declared/stack-configuration";
import { readSamples } from "../../estate/declared/samples-file";
import { configurations, type Stack } from "../../estate/engine/stacks";
import {
  checkSamples,
  IDENTIFIER_RULE,
  LINT_CODES,
  lintPrompt,
  placeholderFor,
  type Sample,
} from "../../prompts";
import { makeVisible } from "../../render/visible-text";
import { isInside, realPath } from "../../util/files/read-file";
import { messageOf } from "../../util/message-of";
import { oneOf, refuseEmpty, UsageError } from "../../util/usage-error";
import { exitStatus } from "../exit-status";
import { interruptible } from "../interruptible";
import { type CheckedFile, type Mistake, printed, problemsOf } from "./report";

const CODES = [...LINT_CODES, "unused-file"] as const;

const many = { type: "string", multiple: true } as const;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      "known-variables": many,
      ignore: { ...many, default: [] },
      format: { type: "string", default: "text" },
      samples: { type: "string" },
      "cdktf-out": { type: "string" },
    },
    allowPositionals: true,
  });
  refuseEmpty(values);
  const format = oneOf("--format", values.format, ["text", "json", "github", "gitlab"]);
  const known = parseKnown(values["known-variables"]);
  const ignored = new Set<string>(itemsOf(values.ignore).map((code) => oneOf("--ignore", code, CODES)));
  const cdktfOut = values["cdktf-out"];
  const { file: samplesFile, samples } = readSamples(values.samples);
  // A pattern such as prompts/* also names the samples, which are beside the prompts.
  const samplesPath = realPath(samplesFile);
  const isPrompt = (file: string) => realPath(file) !== samplesPath;
  const named = positionals.filter(isPrompt);
  const checked = await interruptible(async (signal) => {
    const files =
      positionals.length === 0
        ? await filesOfStacks(cdktfOut, signal)
        : known === undefined
          ? await withVariables(named, cdktfOut, signal)
          : new Map(named.map((file) => [file, known]));
    const all: CheckedFile[] = [];
    for (const [file, declared] of files) {
      // Node.js handles signals only between two turns of the event loop.
      await setImmediate(undefined, { signal });
      all.push(checkFile(file, known ?? declared, samples, ignored));
    }
    const isUnusedChecked = positionals.length === 0 && !ignored.has(UNUSED.code);
    const unused = isUnusedChecked ? unusedFiles([...files.keys()]) : [];
    return [...all, ...unused.filter(({ file }) => isPrompt(file))];
  });
  for (const part of printed(checked, format)) process.stdout.write(part);
  process.stderr.write(problemsOf(checked));
  const isFailed = checked.some(({ problem }) => problem !== null);
  const isFound = checked.some(({ mistakes }) => mistakes.length > 0);
  return exitStatus(isFailed, isFound);
}

export const usage = `Usage: cdktf-outreach lint [options] [FILE ...]

Checks prompt files by the rules of synth, plan and review, without a plan and without credentials. Prints
file, line, column, code and suggestion of each mistake. Without FILE, checks the prompt files that the
synthesized stacks name; in .tf files, those that functions such as file() read; and lists the files beside
them, with the same ending, that no prompt uses. Checks only the files that it prints the number of: a folder,
or a pattern that the shell has not replaced by files, is an error.

  --known-variables LIST  also check that each variable is in this list (first_name,company); may be repeated;
                          default: the known_variables of the stacks that use the file
  --ignore LIST           leave out mistakes with these codes, separated by commas; may be repeated:
                          ${CODES.slice(0, 6).join(", ")},
                          ${CODES.slice(6).join(", ")}
  --samples FILE          also report variables that no sample has or a sample leaves empty; default:
                          prompts/samples.json, if it exists
  --format FORMAT         text (default), json, github (annotations of GitHub Actions), or gitlab (a
                          report of GitLab Code Quality)
  --cdktf-out DIR         the folder that synth wrote (default: cdktf.out)
  -h, --help              print this text

Exit status: 0 files were checked and have no mistakes; 2 they have mistakes; 1 an error: a file that cannot be
read or is not UTF-8, no file at all, or a wrong option. The other files are checked nevertheless.
`;

function parseKnown(lists: readonly string[] | undefined): readonly string[] | undefined {
  const known = lists === undefined ? undefined : itemsOf(lists);
  const wrong = known?.find((name) => placeholderFor(name) === undefined);
  if (wrong === undefined) return known;
  throw new UsageError(
    `--known-variables takes identifiers without braces, not ${JSON.stringify(wrong)}. ${IDENTIFIER_RULE}`,
  );
}

function itemsOf(lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split(",")).map((item) => item.trim());
}

/**
 * Variables that all snippets with a prompt file may use, by file; undefined if all variables are allowed.
 */
type KnownVariables = ReadonlyMap<string, readonly string[] | undefined>;

async function declaredFiles(stacks: readonly Stack[], signal: AbortSignal): Promise<KnownVariables> {
  const found = new Map<string, readonly string[] | undefined>();
  for (const stack of stacks) {
    for (const { declared } of rowsOf(await readStackConfiguration(stack, signal), [])) {
      const { files, knownVariables: known } = declared;
      for (const file of files) {
        const before = found.get(file);
        found.set(file, before && known ? before.filter((one) => known.includes(one)) : (before ?? known));
      }
    }
  }
  return found;
}

async function withVariables(
  named: readonly string[],
  cdktfOut: string | undefined,
  signal: AbortSignal,
): Promise<KnownVariables> {
  let declared: KnownVariables = new Map();
  try {
    declared = await declaredFiles(configurations(cdktfOut), signal);
  } catch (error) {
    signal.throwIfAborted();
    const note = `known_variables of the stacks were not checked: ${messageOf(error)}`;
    process.stderr.write(`cdktf-outreach: ${makeVisible(note)}\n`);
  }
  return new Map(named.map((file) => [file, declared.get(realPath(file))]));
}

const ADVICE = "Pass the files to check, such as cdktf-outreach lint prompts/*.md.";

/** Paths are relative to the working directory, and sorted. @throws Error if there are no files */
async function filesOfStacks(cdktfOut: string | undefined, signal: AbortSignal): Promise<KnownVariables> {
  const stacks = configurations(cdktfOut);
  if (stacks.length === 0)
    throw new Error(
      `No synthesized stack in cdktf.out, so nothing was checked. ${ADVICE} Or run cdktf synth.`,
    );
  const declared = await declaredFiles(stacks, signal);
  const here = realPath(process.cwd());
  const files = [...declared].map(([file, known]) => [relative(here, file), known] as const);
  if (files.length > 0) return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
  const names = stacks.map(({ name }) => name).join(", ");
  throw new Error(`No prompt of ${names} comes from a prompt file, so nothing was checked. ${ADVICE}`);
}

const UNUSED: Mistake = {
  ...{ code: "unused-file", line: 1, column: 1, text: "", suggestion: null },
  what: "no prompt of the stacks uses this file",
  advice: "Look for its name in the program and in modules, which may use it, before you delete it.",
};

/**
 * Looks beside the used files, but not in a folder that contains the project, because that folder also has
 * other files.
 */
function unusedFiles(used: readonly string[]): CheckedFile[] {
  const here = realPath(process.cwd());
  const endings = new Set(used.map(extname));
  const entries = [...new Set(used.map((file) => dirname(realPath(file))))]
    .filter((folder) => !isInside(folder, here) && existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && endings.has(extname(entry.name)))
    .map(({ parentPath, name }) => relative(here, join(parentPath, name)));
  const unused = [...new Set(entries)].filter((file) => !used.includes(file)).sort();
  return unused.map((file) => ({ file, mistakes: [UNUSED], isCut: false, problem: null }));
}

function checkFile(
  file: string,
  known: readonly string[] | undefined,
  samples: readonly Sample[],
  ignored: ReadonlySet<string>,
): CheckedFile {
  try {
    const text = textOf(file);
    const { lints, isCut } = lintPrompt(text, { known, ofSamples: checkSamples(text, samples) }, ignored);
    return { file, mistakes: lints, isCut, problem: null };
  } catch (error) {
    return { file, mistakes: [], isCut: false, problem: messageOf(error) };
  }
}

/** Size in bytes. A larger file is no prompt, and checking it would take seconds. */
const LARGEST = 16 * 1024 * 1024;

/** The caller puts the file's name before the message of an error. */
function textOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true)
    throw new Error("is no file. Pass files, such as prompts/*.md, without quotes.");
  if (found.size > LARGEST) throw new Error("has more than 16 MiB, so it is no prompt. Pass only prompts.");
  const decoded = decodePrompt(readFileSync(file));
  if (decoded === undefined) throw new Error("is not UTF-8. Save it as UTF-8.");
  return decoded.text;
}
