import { parseArgs } from "node:util";
import { makeVisible } from "../../page/visible-text";
import { interruptible } from "../shared/interruptible";
import { groupBy } from "../shared/lists";
import { readStates } from "../states/read-states";
import type { StateObject } from "../states/state-file";
import { withConnection } from "../workspace/connection";
import { keyOf, KINDS, type ListedObject, listObjects } from "../workspace/objects";

/** Returns 0 if states hold every object of the workspace, 2 if some are unmanaged. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      state: { type: "string", multiple: true, default: [] },
      "cdktf-out": { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const comparison = await interruptible(async (signal) => {
    const states = await readStates({ cdktfOut: values["cdktf-out"], files: values.state, signal });
    return withConnection(async ({ client, workspaceId }) => {
      const listed: ListedObject[] = [];
      for (const kind of KINDS) {
        for await (const page of listObjects(client, kind, signal)) listed.push(...page);
      }
      return compare(listed, states, workspaceId);
    });
  });
  process.stdout.write(values.json ? jsonOf(comparison) : textOf(comparison));
  return comparison.unmanaged.length > 0 ? 2 : 0;
}

type Comparison = ReturnType<typeof compare>;

/** Compares all objects of a workspace with the states. Two objects are the same if kind and id are equal. */
function compare(listed: readonly ListedObject[], states: readonly StateObject[], workspaceId: string) {
  const own = states.filter((object) => object.workspaceId === null || object.workspaceId === workspaceId);
  const holders = groupBy(own, keyOf);
  const known = new Set(listed.map(keyOf));
  const heldBy = (object: ListedObject) => holders.get(keyOf(object)) ?? [];
  return {
    managed: listed.filter((object) => heldBy(object).length > 0),
    unmanaged: listed.filter((object) => heldBy(object).length === 0),
    /** Objects that a state holds but the workspace no longer has. */
    gone: own.filter((object) => !known.has(keyOf(object))),
    managedTwice: listed.map((object) => ({ object, by: heldBy(object) })).filter(({ by }) => by.length > 1),
    ofOtherWorkspaces: states.length - own.length,
  };
}

/** Prints only kind, id, name, address and stack of objects: their attributes can hold credentials. */
function jsonOf(comparison: Comparison): string {
  const object = ({ kind, id, name }: ListedObject) => ({ kind, id, name });
  const resource = ({ kind, id, address, source }: StateObject) => ({ kind, id, address, stack: source });
  const { managed, unmanaged, gone, managedTwice, ofOtherWorkspaces } = comparison;
  const report = {
    managed: managed.map(object),
    unmanaged: unmanaged.map(object),
    gone: gone.map(resource),
    managedTwice: managedTwice.map((twice) => ({ ...object(twice.object), by: twice.by.map(resource) })),
    ofOtherWorkspaces,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function textOf({ managed, unmanaged, gone, managedTwice, ofOtherWorkspaces }: Comparison): string {
  const lines = [
    `${managed.length} of ${managed.length + unmanaged.length} objects of the workspace are managed.`,
    ...section("Unmanaged", unmanaged.map(shown)),
    ...section("In a state, but not in the workspace", gone.map(placeOf)),
    ...section(
      "Managed by several resources",
      managedTwice.map(({ object, by }) => `${shown(object)}: ${by.map(placeOf).join(", ")}`),
    ),
  ];
  if (ofOtherWorkspaces > 0) lines.push(`Not compared: ${ofOtherWorkspaces} objects of other workspaces.`);
  if (unmanaged.length > 0)
    lines.push("", "cdktf-outreach export writes code that imports the unmanaged objects.");
  return `${lines.join("\n")}\n`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", `${title} (${lines.length}):`, ...lines.map((line) => `  ${line}`)];
}

function shown({ kind, name, id }: ListedObject): string {
  return `${kind} "${makeVisible(name)}" (${id})`;
}

function placeOf({ source, address, id }: StateObject): string {
  return `${address} of ${source} (${id})`;
}

export const usage = `Usage: cdktf-outreach check [options]

Compares the workspace with the states of all stacks. Prints the objects that are unmanaged, those that only
a state has, and those that several resources manage. Needs OUTREACH_BASE_URL, OUTREACH_USER_ID and
OUTREACH_WORKSPACE_ID. Requests one list of clusters and one of snippets; writes and refreshes nothing.

  --cdktf-out DIR  the folder that synth wrote (default: cdktf.out)
  --state FILE     one more state file to compare with; may be repeated
  --json           print the comparison as JSON
  -h, --help       print this text

Without stacks of CDKTF, the .tf files of this folder are the only configuration.
Exit status: 0 all objects are managed, 2 some are not, 1 an error.
`;
