import { parseArgs } from "node:util";
import { KINDS } from "../../objects/kinds";
import { nameFilter } from "../shared/name-filter";
import { interruptible } from "../shared/interruptible";
import { readEachState } from "../states/read-states";
import { oneOf, refuseEmpty } from "../usage-error";
import { withConnection } from "../workspace/connection";
import type { ListedObject } from "../workspace/objects";
import { readIgnored } from "../workspace/ignored";
import { Workspace } from "../workspace/workspace";
import { compare } from "./compare";
import { jsonReport, statusOf, textReport } from "./report";

const many = { type: "string", multiple: true, default: [] as string[] } as const;

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      ...{ state: many, match: many, exclude: many, ignore: many },
      kind: { ...many, default: [...KINDS] as string[] },
      "cdktf-out": { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  refuseEmpty(values);
  const kinds = KINDS.filter((kind) =>
    values.kind.map((name) => oneOf("--kind", name, KINDS)).includes(kind),
  );
  const isSelected = nameFilter(values.match, values.exclude);
  const isByName = values.match.length + values.exclude.length > 0;
  const isIgnored = readIgnored(values.ignore);
  const isLeftOut = (object: ListedObject) => isIgnored(object) || !isSelected(object.name);
  const comparison = await interruptible(async (signal) => {
    const states = await readEachState({ cdktfOut: values["cdktf-out"], files: values.state, signal });
    if (states.length === 0)
      throw new Error(
        "No synthesized stack in cdktf.out and no --state, so nothing was compared. Run cdktf synth first.",
      );
    return withConnection((connection) =>
      compare(new Workspace(connection, signal), states, { kinds, isLeftOut, isByName }),
    );
  });
  process.stdout.write(values.json ? jsonReport(comparison) : textReport(comparison));
  return statusOf(comparison);
}

export const usage = `Usage: cdktf-outreach check [options]

Compares the workspace with the states of all stacks. Prints the objects that are unmanaged, those that only
a state has, and those that several resources manage. Needs OUTREACH_BASE_URL, OUTREACH_USER_ID and
OUTREACH_WORKSPACE_ID. Lists all objects, and reads those of the states that the lists do not identify; writes
and refreshes nothing.

  --cdktf-out DIR  the folder that synth wrote (default: cdktf.out)
  --state FILE     one more state file to compare with; may be repeated
  --kind KIND      cluster or snippet; both by default
  --match GLOB     only report unmanaged objects whose name matches (* and ?); may be repeated
  --exclude GLOB   leave out unmanaged objects whose name matches; may be repeated
  --ignore FILE    leave out unmanaged objects that the file names, one outreach_snippet.ID or
                   outreach_cluster.ID a line (* and ? in the id; # begins a comment); may be repeated
  --json           print the comparison as JSON
  -h, --help       print this text

Without stacks of CDKTF, the .tf files of this folder are the only configuration.
Exit status: 0 every object is managed once, or left out by an option; 2 objects are unmanaged, confirmed
deleted, or managed by several resources; 1 an error, or something could not be compared.
`;
