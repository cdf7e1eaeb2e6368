import { parseArgs } from "node:util";
import { editsOf, exportedRows, placeOf as placeInCode } from "../../estate/edits";
import { readEachState, type State } from "../../estate/states/read-states";
import { notCompared, type StateObject } from "../../estate/states/state-file";
import { withConnection } from "../../estate/workspace/connection";
import { type Row, rowsOf, selectionOf } from "../../estate/rows";
import { readStackConfiguration } from "../../estate/declared/stack-configuration";
import { heldRow, isManaged, judgeRows } from "../../estate/verdict";
import { mayShowOtherNames, OTHER_NAMES, readIgnored } from "../../estate/workspace/selection";
import { keyOf, type Kind, KINDS, type ListedObject, Workspace } from "../../estate/workspace/workspace";
import type { Listing } from "../../objects/listing";
import { hadToShow, type VisibilityWindow } from "../../objects/visibility-window";
import { isInWorkspace } from "../../objects/kinds";
import { sameText } from "../../objects/text";
import { whenUsed } from "../../prompts";
import { printReport, section, when } from "../../render/report";
import { groupBy } from "../../util/lists";
import { printJson } from "../../util/json";
import { REDACTED } from "../../util/secrets";
import { count } from "../../util/text";
import { oneOf, refuseEmpty } from "../../util/usage-error";
import { exitStatus } from "../exit-status";
import { interruptible } from "../interruptible";

const many = { type: "string", multiple: true, default: [] as string[] } as const;

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      ...{ state: many, stack: many, match: many, exclude: many, ignore: many },
      kind: { ...many, default: [...KINDS] as string[] },
      "cdktf-out": { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  refuseEmpty(values);
  const kinds = KINDS.filter((kind) =>
    values.kind.map((name) => oneOf("--kind", name, KINDS)).includes(kind),
  );
  const isIgnored = readIgnored(values.ignore);
  const comparison = await interruptible(async (signal) => {
    const states = await readEachState(values["cdktf-out"], values.state, signal);
    if (states.length === 0)
      throw new Error(
        "No synthesized stack in cdktf.out and no --state, so nothing was compared. Run cdktf synth first.",
      );
    const selection = { ...values, ...selectionOf(states, values), kinds, isIgnored };
    return withConnection((connection) => compare(new Workspace(connection, signal), states, selection));
  });
  process.stdout.write(values.json ? jsonReport(comparison) : textReport(comparison));
  const { unmanaged, gone, twice, edited, unknown, lists, hasOtherNames, withoutState, ofOtherWorkspaces } =
    comparison;
  const isUnknown = unknown.length + lists.length + withoutState.length > 0 || hasOtherNames;
  const isNothingCompared = ofOtherWorkspaces > 0 && !comparison.hasOwn;
  const found = [unmanaged, gone, twice, edited].flat();
  return exitStatus(isUnknown || isNothingCompared, found.length > 0);
}

export const usage = `Usage: cdktf-outreach check [options]

Compares the workspace with the states of all stacks. Prints the objects that are unmanaged, those that only
a state has, those that several resources manage, and those whose name, description or prompt was edited in
Outreach, with the file, row or construct to change. Needs OUTREACH_BASE_URL, OUTREACH_USER_ID and
OUTREACH_WORKSPACE_ID. Lists all objects, and reads those of the states; writes and refreshes nothing.

  --cdktf-out DIR  the folder that synth wrote (default: cdktf.out)
  --state FILE     one more state file to compare with; may be repeated
  --kind KIND      cluster or snippet; both by default
  --stack STACK    only report objects of this stack, so no unmanaged ones; may be repeated
  --match GLOB     only report objects whose name matches (* and ?); may be repeated
  --exclude GLOB   leave out objects whose name matches; may be repeated
  --ignore FILE    leave out unmanaged objects that the file names, one outreach_snippet.ID or
                   outreach_cluster.ID a line (* and ? in the id; # begins a comment); may be repeated
  --json           print the comparison as JSON
  -h, --help       print this text

Without stacks of CDKTF, the .tf files of this folder are the only configuration.
Exit status: 0 every object is managed once and as in its state, or left out by an option; 2 objects are
unmanaged, confirmed deleted, managed by several resources, or edited; 1 an error, or something could not be
compared.
`;

type Comparison = Awaited<ReturnType<typeof compare>>;

type HeldRow = Row & { readonly held: StateObject };
type ServerRow = Row & { readonly server: ListedObject };

interface Selection extends ReturnType<typeof selectionOf>, Record<"stack" | "match" | "exclude", string[]> {
  readonly kinds: readonly Kind[];
  isIgnored(object: ListedObject): boolean;
}

/** The next apply deletes deposed objects and replaces tainted objects, so both count as managed. */
async function compare(
  workspace: Workspace,
  states: readonly State[],
  { kinds, stack, match, exclude, isIgnored, isSelected, chosen: chosenStates }: Selection,
) {
  const objectsOf = (some: readonly State[]) =>
    some.flatMap(({ objects }) => objects.filter(({ kind }) => kinds.includes(kind)));
  const isOwn = (state: StateObject) => isInWorkspace(state.workspaceId, workspace.connection.workspaceId);
  const own = objectsOf(states).filter(isOwn);
  const chosen = objectsOf(chosenStates);
  const withoutState = chosenStates.flatMap(({ isMissing, source }) => (isMissing ? source : []));
  const listings = await Promise.all(
    kinds.map(async (kind) => ({ kind, listing: await workspace.inventory(kind).first(workspace.signal) })),
  );
  const listed = kinds.flatMap((kind) => workspace.entries(kind));
  const rows = await judgeRows(workspace, own.map(heldRow), listed);
  // If all objects are missing, a wrong setting is likelier than deletes, so unselected objects are read,
  // too.
  const selected = rows.filter(isSelected);
  const held = selected.filter((row): row is HeldRow => row.held !== undefined);
  const atServer = rows.filter((row): row is ServerRow => row.server !== undefined);
  const objects = groupBy(atServer, ({ server }) => keyOf(server));
  const managed = groupBy(atServer.filter(isManaged), ({ server }) => keyOf(server));
  const unmanaged = atServer.filter(({ verdict }) => verdict === "unmanaged");
  const isLeftOut = (row: ServerRow) => isIgnored(row.server) || !isSelected(row);
  const listedOf = (some: readonly ServerRow[]) => some.map(({ server }) => server);
  // Options such as --match select unmanaged objects by listed names, which may differ from the objects'
  // names.
  const hasOtherNames =
    match.length + exclude.length > 0 &&
    (await mayShowOtherNames(workspace.connection, listedOf(unmanaged), workspace.signal));
  const isKnown = !hasOtherNames && withoutState.length === 0 && (chosen.length === 0 || chosen.some(isOwn));
  if (stack.length + match.length > 0 && isKnown && selected.length === 0)
    throw new Error(
      "The options select no object of the workspace and of the states, so nothing was compared. Check --stack, " +
        "--match and --kind, and TF_WORKSPACE and the backend of the stacks.",
    );
  return {
    total: objects.size,
    managed: Array.from(managed.keys(), (key) => shownOf(objects.get(key)!)),
    unmanaged: listedOf(unmanaged.filter((row) => !isLeftOut(row))),
    leftOut: listedOf(unmanaged.filter(isLeftOut)),
    gone: held.filter(({ verdict }) => verdict === "deleted").map(stateOf),
    twice: [...managed].flatMap(([key, by]) => {
      const isShown = by.length > 1 && by.some((row) => held.includes(row as HeldRow));
      return isShown ? { object: shownOf(objects.get(key)!), by: by.map(stateOf) } : [];
    }),
    edited: await editedIn(held, states, workspace.signal),
    unknown: held.filter(({ verdict }) => verdict === "unknown"),
    lists: listings.flatMap(
      ({ kind, listing }) => problemOf(listing, kind, atServer, workspace.window) ?? [],
    ),
    hasOtherNames,
    ofOtherWorkspaces: chosen.filter((state) => !isOwn(state)).length,
    hasOwn: chosen.some(isOwn),
    withoutState,
  };
}

/**
 * If a refresh has stored an edit in the state, the next plan shows the edit, so this report leaves it out.
 */
async function editedIn(rows: readonly HeldRow[], states: readonly State[], signal: AbortSignal) {
  const edits = rows.flatMap((row) => {
    const { held, server } = row;
    if (!isManaged(row) || held.isDeposed || server === undefined || !("lastUpdatedAt" in server)) return [];
    return editsOf(held, server).filter(({ edit, before, after }) => edit && !sameText(before, after));
  });
  const declared =
    edits.length === 0 ? [] : (await Promise.all(states.map((one) => declaredIn(one, signal)))).flat();
  const places = new Map(declared.map((row) => [row.held, row.declared]));
  const exported = whenUsed(() => exportedRows(declared.flatMap((row) => row.declared.files)));
  return edits.map((edit) => ({ ...edit, place: placeInCode(edit, places.get(edit.state), exported) }));
}

/** Returns no rows if the code cannot be read, for example without the HCL parser. */
async function declaredIn({ stack, objects }: State, signal: AbortSignal) {
  try {
    return stack === undefined ? [] : rowsOf(await readStackConfiguration(stack, signal), objects);
  } catch {
    signal.throwIfAborted();
    return [];
  }
}

function stateOf({ held }: Row): StateObject {
  return held!;
}

/** Omits the name if a configuration marks the name as sensitive. */
function shownOf(rows: readonly [ServerRow, ...ServerRow[]]): ListedObject {
  const [{ server }] = rows;
  return rows.some(({ held }) => held?.sensitive.has("name")) ? { ...server, name: REDACTED } : server;
}

/**
 * Returns why the list may lack unmanaged objects, as the end of a sentence; undefined for a complete list.
 */
function problemOf(listing: Listing, kind: Kind, rows: readonly ServerRow[], window: VisibilityWindow) {
  if (listing.doubt !== undefined)
    return { kind, isDoubtful: true, problem: `may lack objects (${listing.doubt.reason})` };
  const isMissing = ({ server: { id, createdAt = null } }: ServerRow) =>
    listing.spellingOf(id) === undefined && hadToShow(createdAt, listing.age, window);
  return rows.some((row) => row.kind === kind && isManaged(row) && isMissing(row))
    ? { kind, isDoubtful: false, problem: "lacks objects that a read finds" }
    : undefined;
}

/** The report omits other attributes, which may hold credentials. */
function jsonReport(comparison: Comparison): string {
  const { total, managed, unmanaged, leftOut, gone, twice, edited, unknown, lists } = comparison;
  const object = ({ kind, id, name }: ListedObject) => ({ kind, id, name });
  const resource = ({ kind, id, address, source: { name: stack } }: StateObject) => ({
    ...{ kind, id, address, stack },
  });
  const kindsOf = (wanted: boolean) =>
    lists.filter(({ isDoubtful }) => isDoubtful === wanted).map(({ kind }) => kind);
  return printJson({
    total,
    managed: managed.map(object),
    unmanaged: unmanaged.map(object),
    leftOut: leftOut.map(object),
    gone: gone.map(resource),
    managedTwice: twice.map((one) => ({ ...object(one.object), by: one.by.map(resource) })),
    edited: edited.map(({ state, attribute, place }) => ({ ...resource(state), attribute, place })),
    unknown: unknown.map(({ held, why: reason }) => ({ ...resource(held), reason })),
    unlisted: kindsOf(true),
    incomplete: kindsOf(false),
    hasOtherNames: comparison.hasOtherNames,
    ofOtherWorkspaces: comparison.ofOtherWorkspaces,
    withoutState: comparison.withoutState.map(({ name }) => name),
  });
}

function textReport(comparison: Comparison): string {
  const { total, managed, unmanaged, leftOut, gone, twice, edited, unknown, hasOtherNames } = comparison;
  return printReport(
    [
      `${managed.length} of ${total} objects of the workspace are managed.`,
      ...when(leftOut.length > 0, `Left out by the options: ${count(leftOut.length, "unmanaged object")}.`),
    ],
    section("Unmanaged", unmanaged.map(shown)),
    section("In a state, but not in the workspace", gone.map(placeOf)),
    section(
      "Managed by several resources",
      twice.map(({ object, by }) => `${shown(object)}: ${by.map(placeOf).join(", ")}`),
    ),
    section(
      "Edited in Outreach",
      edited.map(
        ({ state, attribute, place }) =>
          `${placeOf(state)}: its ${attribute}${place === null ? "" : `, in ${place}`}`,
      ),
    ),
    section(
      "Not known",
      unknown.map(({ held, why }) => `${placeOf(held)}: ${why}`),
    ),
    [
      ...when(
        edited.length > 0,
        "The next deploy overwrites these edits. To keep them, run cdktf-outreach pull, which shows them and writes prompts " +
          "into their files, and copy names and descriptions into the code.",
      ),
      ...when(hasOtherNames, `Not known: ${OTHER_NAMES} Leave objects out by their ids with --ignore FILE.`),
      ...comparison.lists.map(
        ({ kind, problem }) =>
          `Not known: the list of ${kind}s ${problem}, so it may omit unmanaged ones, too. Run the command again later, ` +
          "or choose the other kind with --kind.",
      ),
      ...notCompared(comparison.withoutState, comparison.ofOtherWorkspaces, comparison.hasOwn),
      ...when(
        unmanaged.length > 0,
        "cdktf-outreach export writes code that imports the unmanaged objects. --ignore FILE leaves objects out.",
      ),
    ],
  );
}

function shown({ kind, name, id }: ListedObject): string {
  return `${kind} "${name}" (${id})`;
}

function placeOf({ source, address, id, isDeposed }: StateObject): string {
  return `${address} of ${source.name} (${id}${isDeposed ? ", deposed" : ""})`;
}
