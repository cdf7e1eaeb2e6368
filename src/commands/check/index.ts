import { parseArgs } from "node:util";
import { KINDS } from "../../objects/kinds";
import { nameFilter } from "../../util/name-filter";
import { interruptible } from "../interruptible";
import { readEachState } from "../../estate/states/read-states";
import { oneOf, refuseEmpty } from "../../util/usage-error";
import { withConnection } from "../../estate/workspace/connection";
import type { ListedObject } from "../../estate/workspace/objects";
import { readIgnored } from "../../estate/workspace/ignored";
import { Workspace } from "../../estate/workspace/workspace";
import { compare, type Comparison } from "./compare";
import { printReport, section } from "../../render/report";
import { count } from "../../util/text";
import { notesOnOthers, stackWithoutState, type StateObject } from "../../estate/states/state-file";
import { OTHER_NAMES } from "../../estate/workspace/look";
import { printJson } from "../../util/print-json";

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

/** Returns 1 if something could not be compared, else 2 if something is wrong, else 0. */
export function statusOf(comparison: Comparison): number {
  const { unknown, unlisted, incomplete, hasOtherNames, withoutState } = comparison;
  const { unmanaged, gone, managedTwice } = comparison;
  if (unknown.length + unlisted.length + incomplete.length + withoutState.length > 0) return 1;
  if (hasOtherNames || (comparison.ofOtherWorkspaces > 0 && !hasOwn(comparison))) return 1;
  return unmanaged.length > 0 || gone.length > 0 || managedTwice.length > 0 ? 2 : 0;
}

/** Reports whether the states have objects of the configured workspace. */
function hasOwn({ managed, gone, unknown }: Comparison): boolean {
  return managed.length + gone.length + unknown.length > 0;
}

/** Prints only kind, id, name, address and stack of objects: their attributes can hold credentials. */
export function jsonReport(comparison: Comparison): string {
  const object = ({ kind, id, name }: ListedObject) => ({ kind, id, name });
  const resource = ({ kind, id, address, source: { name: stack } }: StateObject) => ({
    ...{ kind, id, address, stack },
  });
  const { total, managed, unmanaged, leftOut, gone, managedTwice, unknown, ...rest } = comparison;
  return printJson({
    total,
    managed: managed.map(object),
    unmanaged: unmanaged.map(object),
    leftOut: leftOut.map(object),
    gone: gone.map(resource),
    managedTwice: managedTwice.map((twice) => ({ ...object(twice.object), by: twice.by.map(resource) })),
    unknown: unknown.map(({ state, reason }) => ({ ...resource(state), reason })),
    ...rest,
    unlisted: rest.unlisted.map(({ kind }) => kind),
    withoutState: rest.withoutState.map(({ name }) => name),
  });
}

export function textReport(comparison: Comparison): string {
  const { total, managed, unmanaged, leftOut, gone, managedTwice, unknown } = comparison;
  const twice = managedTwice.map(({ object, by }) => `${shown(object)}: ${by.map(placeOf).join(", ")}`);
  return printReport(
    [
      `${managed.length} of ${total} objects of the workspace are managed.`,
      ...(leftOut.length > 0
        ? [`Left out by the options: ${count(leftOut.length, "unmanaged object")}.`]
        : []),
    ],
    section("Unmanaged", unmanaged.map(shown)),
    section("In a state, but not in the workspace", gone.map(placeOf)),
    section("Managed by several resources", twice),
    section(
      "Not known",
      unknown.map(({ state, reason }) => `${placeOf(state)}: ${reason}`),
    ),
    notesOn(comparison),
  );
}

function notesOn(comparison: Comparison): string[] {
  const { unmanaged, unlisted, incomplete, hasOtherNames, ofOtherWorkspaces, withoutState } = comparison;
  const otherNames = `Not known: ${OTHER_NAMES} Leave objects out by their ids with --ignore FILE.`;
  const aboutList = (kind: string, problem: string) =>
    `Not known: the list of ${kind}s ${problem}. Run the command again later, or choose the other kind with --kind.`;
  return [
    ...(hasOtherNames ? [otherNames] : []),
    ...unlisted.map(({ kind, reason }) =>
      aboutList(kind, `may lack objects (${reason}), so it may omit unmanaged ones, too`),
    ),
    ...incomplete.map((kind) =>
      aboutList(kind, "lacks objects that a read finds, so it may omit unmanaged ones, too"),
    ),
    ...withoutState.map((source) => `Not compared: the ${stackWithoutState(source)}`),
    ...notesOnOthers(ofOtherWorkspaces, hasOwn(comparison)),
    ...(unmanaged.length > 0
      ? [
          "cdktf-outreach export writes code that imports the unmanaged objects. --ignore FILE leaves objects out.",
        ]
      : []),
  ];
}

function shown({ kind, name, id }: ListedObject): string {
  return `${kind} "${name}" (${id})`;
}

function placeOf({ source, address, id, isDeposed }: StateObject): string {
  return `${address} of ${source.name} (${id}${isDeposed ? ", deposed" : ""})`;
}
