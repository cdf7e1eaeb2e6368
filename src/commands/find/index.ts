import { existsSync, readdirSync, statSync } from "node:fs";
import { resolve, dirname, extname, join, relative, sep } from "node:path";
import { parseArgs } from "node:util";
import { readStackConfiguration } from "../../estate/declared/stack-configuration";
import { readEachState, type State } from "../../estate/states/read-states";
import { stackWithoutState } from "../../estate/states/state-file";
import { looseName, sameText } from "../../objects/text";
import { placeholderFor } from "../../prompts";
import { realPath } from "../../util/files/real-path";
import { messageOf } from "../../util/message-of";
import { oneOf, refuseEmpty, UsageError } from "../../util/usage-error";
import { interruptible } from "../interruptible";
import { type Place, placesOf, namesOf, variablesOf } from "./places";
import { jsonReport, textReport, unusedJson, unusedReport } from "./report";

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
  const searched = await interruptible((signal) => readPlaces(values["cdktf-out"], signal));
  return values.unused ? findUnused(searched.places, positionals, isJson) : findTerm(term, searched, isJson);
}

type Searched = Awaited<ReturnType<typeof readPlaces>>;

async function readPlaces(cdktfOut: string | undefined, signal: AbortSignal) {
  const states = await readEachState({ cdktfOut, files: [], signal });
  if (states.length === 0)
    throw new Error("No synthesized stack in cdktf.out, so nothing was searched. Run cdktf synth first.");
  const places: Place[] = [];
  for (const state of states) {
    if (state.stack !== undefined)
      places.push(...placesOf(await readStackConfiguration(state.stack, signal), state));
  }
  return { places, states };
}

function findUnused(places: readonly Place[], files: readonly string[], isJson: boolean): number {
  const gaps = places
    .filter(hasUnknownFiles)
    .map(({ address, stack }) => `The prompt file of ${address} of ${stack}, which is declared in a module.`);
  const unused = unusedFiles(places, files);
  process.stdout.write((isJson ? unusedJson : unusedReport)(unused, gaps));
  if (gaps.length > 0) return 1;
  return unused.length > 0 ? 0 : 2;
}

function findTerm(term: string, { places, states }: Searched, isJson: boolean): number {
  const found = search(term, places, states);
  const gaps = found.isList || found.places.length === 0 ? found.gaps : [];
  process.stdout.write(
    (isJson ? jsonReport : textReport)(found.places, { gaps, variable: variableIn(term) }),
  );
  if (found.places.length === 0)
    process.stderr.write(`cdktf-outreach: ${nothing(term, { places, states })}\n`);
  if (gaps.length > 0) return 1;
  return found.places.length > 0 ? 0 : 2;
}

/** Returns a sentence about a search without a result, with a name that differs only in case or blanks. */
function nothing(term: string, { places, states }: Searched): string {
  const names = places.flatMap((place) =>
    place.object?.sensitive.has("name") === true ? [] : Object.values(namesOf(place) as object),
  ) as (string | undefined)[];
  const near = names.find((name) => name !== undefined && looseName(name) === looseName(term));
  const stacks = states.map(({ source }) => source.name).join(", ");
  const hint = near === undefined ? "" : ` There is the name ${JSON.stringify(near)}.`;
  return `Nothing in ${stacks} has or uses ${JSON.stringify(term)}.${hint}`;
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

export interface Found {
  readonly places: readonly Place[];
  /** What could not be searched, as sentences. */
  readonly gaps: readonly string[];
  /** True if the result is a list of all uses, which a gap makes incomplete. */
  readonly isList: boolean;
}

/**
 * Searches the places for a term: a variable in braces, an id, an address, the path of a construct, a prompt file,
 * or a name. Names are the same as for the provider (`sameText`).
 */
export function search(term: string, places: readonly Place[], states: readonly State[]): Found {
  const variable = variableIn(term);
  const isVariable = variable !== undefined;
  const file = realPath(resolve(term));
  const found = places.filter(
    (place) =>
      (isVariable && uses(place, variable)) ||
      [place.object?.id, place.address, place.constructPath].includes(term) ||
      place.files.includes(file) ||
      Object.values(namesOf(place)).some((name) => name !== undefined && sameText(name, term)),
  );
  const isFile = existsSync(file);
  const unread = states.filter(({ isMissing }) => isMissing && !isFile);
  return {
    places: found,
    isList: isVariable || isFile,
    gaps: [
      ...places.filter((place) => isUnknown(place, { isVariable, isFile })).map(unknownText),
      ...unread.map(({ source }) => `The ${stackWithoutState(source)}`),
    ],
  };
}

/** Returns the variable that a term in braces names; undefined for any other term. */
export function variableIn(term: string): string | undefined {
  const variable = /^\{(.*)\}$/s.exec(term)?.[1]?.normalize("NFC");
  return variable !== undefined && placeholderFor(variable) !== undefined ? variable : undefined;
}

function uses(place: Place, variable: string): boolean {
  return variablesOf(place)?.some((one) => one.variable.normalize("NFC") === variable) === true;
}

/** Reports whether a place may match, but the text that decides is not known. */
function isUnknown(place: Place, { isVariable, isFile }: { isVariable: boolean; isFile: boolean }): boolean {
  if (isFile) return hasUnknownFiles(place);
  if (isVariable) return place.kind === "snippet" && variablesOf(place) === undefined;
  return place.kind !== null && Object.values(namesOf(place)).every((name) => name === undefined);
}

/** Only the root module of a stack is read, so the prompt files of other modules are not known. */
export function hasUnknownFiles({ kind, address }: Place): boolean {
  return kind === "snippet" && address.startsWith("module.");
}

function unknownText({ stack, address }: Place): string {
  return address.startsWith("module.")
    ? `${address} of ${stack} is declared in a module, so its prompt file is not known. Look into the module.`
    : `${address} of ${stack} is composed by Terraform and not applied, so its text is not known. Deploy the stack.`;
}

/**
 * Returns the prompt files that no place uses, sorted: of the given files, else of those beside the prompt files
 * that places use. The paths are absolute.
 * @throws Error if no place uses a prompt file and no file is given, because then nothing says which files are prompts
 */
export function unusedFiles(places: readonly Place[], given: readonly string[]): string[] {
  const used = new Set(places.flatMap(({ files }) => files));
  const candidates = given.length > 0 ? given.map(existing) : filesBeside([...used]);
  return [...new Set(candidates)].filter((file) => !used.has(file)).sort();
}

function existing(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return realPath(resolve(file));
  throw new UsageError(`${file} is no file. Pass files, such as prompts/*.md.`);
}

/** Lists the files with the same ending in the folders of prompt files, and below them. */
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
  const recursive = relative(folder, realPath(process.cwd())).split(sep)[0] === "..";
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
