import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Project, readProject, type Row } from "../../estate/declared/rows";
import { stackWithoutState } from "../../estate/states/state-file";
import { looseName, sameText } from "../../objects/text";
import { placeholderFor } from "../../prompts";
import { isInside, realPath } from "../../util/files/read-file";
import { messageOf } from "../../util/message-of";
import { oneOf, refuseEmpty, UsageError } from "../../util/usage-error";
import { interruptible } from "../interruptible";
import { jsonReport, namesOf, textReport, unusedReport, variablesOf } from "./report";

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      unused: { type: "boolean", default: false },
      format: { type: "string", default: "text" },
      "cdktf-out": { type: "string" },
    },
    allowPositionals: true,
  });
  refuseEmpty(values);
  const isJson = oneOf("--format", values.format, ["text", "json"]) === "json";
  const [term = "", ...others] = positionals;
  if (!values.unused && (term === "" || others.length > 0))
    throw new UsageError("find takes one name, id, file, address or {variable}. Quote a name with blanks.");
  const project = await interruptible((signal) =>
    readProject(values["cdktf-out"], "nothing was searched", signal),
  );
  return values.unused ? findUnused(project.rows, positionals, isJson) : findTerm(term, project, isJson);
}

export const usage = `Usage: cdktf-outreach find [options] NAME | ID | FILE | ADDRESS | '{variable}'
       cdktf-outreach find [options] --unused [FILE ...]

Finds a cluster or a snippet by what Outreach shows (name or id), by its address, by the path of its
construct, by its prompt file, or by a variable of its prompt. Prints stack, address, construct, prompt file
and variables; for a variable, the line of the prompt file that uses it; in plain HCL, the line of the resource.
Reads the stacks that synth has written and their states; sends no request to Outreach.

  --unused         print the prompt files that no prompt uses: of the given files, else of those beside the
                   prompt files of the stacks, with the same ending
  --format FORMAT  text (default) or json
  --cdktf-out DIR  the folder that synth wrote (default: cdktf.out)
  -h, --help       print this text

Exit status: 0 something was found; 2 nothing was found, in all stacks and states; 1 an error, or something
that decides is not known, such as the state of a stack or the prompt file of a snippet in a module.
`;

function findUnused(rows: readonly Row[], files: readonly string[], isJson: boolean): number {
  const gaps = rows
    .filter(hasUnknownFiles)
    .map(({ address, stack }) => `The prompt file of ${address} of ${stack}, which is declared in a module.`);
  const unused = unusedFiles(rows, files);
  process.stdout.write(unusedReport(unused, gaps, isJson));
  return statusOf(gaps, unused);
}

function findTerm(term: string, project: Project, isJson: boolean): number {
  const found = search(term, project);
  process.stdout.write((isJson ? jsonReport : textReport)(found));
  if (found.rows.length === 0) process.stderr.write(`cdktf-outreach: ${nothing(term, project)}\n`);
  return statusOf(found.gaps, found.rows);
}

function statusOf(gaps: readonly string[], found: readonly unknown[]): number {
  if (gaps.length > 0) return 1;
  return found.length > 0 ? 0 : 2;
}

/** Returns a sentence about a search without a result, with a name that differs only in case or blanks. */
function nothing(term: string, { rows, states }: Project): string {
  const names = rows.flatMap((row) =>
    row.object?.sensitive.has("name") === true ? [] : Object.values<string | undefined>(namesOf(row)),
  );
  const near = names.find((name) => name !== undefined && looseName(name) === looseName(term));
  const stacks = states.map(({ source }) => source.name).join(", ");
  const hint = near === undefined ? "" : ` There is the name ${JSON.stringify(near)}.`;
  return `Nothing in ${stacks} has or uses ${JSON.stringify(term)}.${hint}`;
}

/**
 * Searches the rows for a term: a variable in braces, an id, an address, the path of a construct, a prompt file, or a
 * name. Names are the same as for the provider (`sameText`). What could not be searched counts if nothing was found, or
 * if the result is a list of all uses of a variable or file.
 */
function search(term: string, { rows, states }: Project) {
  const variable = variableIn(term);
  const file = realPath(resolve(term));
  const isFile = existsSync(file);
  const found = rows.filter(
    (row) =>
      (variable !== undefined && uses(row, variable)) ||
      [row.object?.id, row.address, row.constructPath].includes(term) ||
      row.files.includes(file) ||
      Object.values(namesOf(row)).some((name) => name !== undefined && sameText(name, term)),
  );
  const unread = states.filter(({ isMissing }) => isMissing && !isFile);
  const gaps = [
    ...rows
      .filter((row) => (isFile ? hasUnknownFiles(row) : hasUnknownText(row, variable !== undefined)))
      .map(unknownText),
    ...unread.map(({ source }) => `The ${stackWithoutState(source)}`),
  ];
  const isList = variable !== undefined || isFile;
  return { rows: found, gaps: isList || found.length === 0 ? gaps : [], variable };
}

function variableIn(term: string): string | undefined {
  const variable = /^\{(.*)\}$/s.exec(term)?.[1]?.normalize("NFC");
  return variable !== undefined && placeholderFor(variable) !== undefined ? variable : undefined;
}

function uses(row: Row, variable: string): boolean {
  return variablesOf(row)?.some((one) => one.variable.normalize("NFC") === variable) === true;
}

function hasUnknownText(row: Row, isVariable: boolean): boolean {
  if (isVariable) return row.kind === "snippet" && variablesOf(row) === undefined;
  return row.kind !== null && Object.values(namesOf(row)).every((name) => name === undefined);
}

/** Only the root module of a stack is read, so the prompt files of other modules are not known. */
function hasUnknownFiles({ kind, address }: Row): boolean {
  return kind === "snippet" && address.startsWith("module.");
}

function unknownText({ stack, address }: Row): string {
  return address.startsWith("module.")
    ? `${address} of ${stack} is declared in a module, so its prompt file is not known. Look into the module.`
    : `${address} of ${stack} is composed by Terraform and not applied, so its text is not known. Deploy the stack.`;
}

/**
 * Returns the prompt files that no row uses, sorted: of the given files, else of those beside the prompt files
 * that places use. The paths are absolute.
 * @throws Error if no row uses a prompt file and no file is given, because then nothing says which files are prompts
 */
function unusedFiles(rows: readonly Row[], given: readonly string[]): string[] {
  const used = new Set(rows.flatMap(({ files }) => files));
  const candidates = given.length > 0 ? given.map(existing) : filesBeside([...used]);
  return [...new Set(candidates)].filter((file) => !used.has(file)).sort();
}

function existing(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return realPath(resolve(file));
  throw new UsageError(`${file} is no file. Pass files, such as prompts/*.md.`);
}

function filesBeside(used: readonly string[]): string[] {
  if (used.length === 0)
    throw new Error(
      "No stack names a prompt file, so no folder is known to hold prompts. Pass the files, such as cdktf-outreach find --unused prompts/*.md.",
    );
  const endings = new Set(used.map(extname));
  return [...new Set(used.map(dirname))].flatMap((folder) =>
    entriesOf(folder).filter((file) => endings.has(extname(file))),
  );
}

/** Does not go below the project's own folder, which holds more than prompts. */
function entriesOf(folder: string): string[] {
  const recursive = !isInside(folder, realPath(process.cwd()));
  try {
    const entries = readdirSync(folder, { recursive, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  } catch (cause) {
    const shown = relative("", folder);
    throw new Error(
      `The folder ${shown} of prompt files cannot be read: ${messageOf(cause)}. Run cdktf synth again, or pass the files.`,
      { cause },
    );
  }
}
