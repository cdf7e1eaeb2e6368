import { parseArgs } from "node:util";
import { looseName } from "../../objects/text";
import { readStackConfiguration } from "../declared/stack-configuration";
import { interruptible } from "../shared/interruptible";
import { readEachState } from "../states/read-states";
import { oneOf, refuseEmpty, UsageError } from "../usage-error";
import { type Place, placesOf } from "./places";
import { jsonReport, textReport, unusedJson, unusedReport } from "./report";
import { hasUnknownFiles, search, variableIn } from "./search";
import { namesOf } from "./texts";
import { unusedFiles } from "./unused";

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
