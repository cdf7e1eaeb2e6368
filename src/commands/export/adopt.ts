import { join, relative } from "node:path";
import { ADOPTIONS, type ImportBlock } from "../../estate/hcl/configuration";
import { objectsOfWorkspace, type State } from "../../estate/states/read-states";
import type { Connection } from "../../estate/workspace/connection";
import { keyOf, type WorkspaceObject } from "../../estate/workspace/workspace";

import { canonicalText, mayBeNamed, sameText } from "../../objects/text";
import { type FileToWrite, writeFiles } from "../../util/files/write-whole";
import { groupBy } from "../../util/lists";
import { fileOfImports, refuseAdditions } from "./hcl-code";
import type { ExportOptions } from "./options";
import { doubtful, type Failure, readObjects, readOne, type Reading } from "./read-objects";
import { readStateless, type StackReading, type StackState, type Stateless } from "./stateless";

/** The unmanaged object that has the name of a resource, or why it is not known. */
type Match =
  | { readonly is: "found"; readonly id: string }
  /** No unmanaged object has the name: the next apply creates one. */
  | { readonly is: "none" }
  /** Several objects have the name, or several resources declare it. */
  | { readonly is: "ambiguous"; readonly reason: string; readonly ids: readonly string[] }
  | { readonly is: "unknown"; readonly reason: string };

export interface Matched {
  readonly resource: Stateless;
  readonly match: Match;
}

export type Adoption = Awaited<ReturnType<typeof adopt>>;

/**
 * Finds the unmanaged object of each declared resource that no state has, by kind, workspace and name. Writes
 * `import` blocks beside the configuration of each stack: synth leaves them there, and one plan shows them all.
 */
export async function adopt(
  { out, onlyStack, kinds, dryRun }: ExportOptions,
  states: readonly State[],
  connection: Connection,
  signal: AbortSignal,
) {
  const stacks = states.filter((state): state is StackState => state.stack !== undefined);
  if (stacks.length === 0)
    throw new Error(
      "No synthesized stack and no .tf file, so there is nothing to adopt. Run cdktf synth first.",
    );
  const readings = await Promise.all(stacks.map((state) => readStateless(state, connection, out, signal)));
  const selected = readings.filter(({ stack }) => onlyStack === undefined || stack.name === onlyStack);
  if (selected.length === 0)
    throw new Error(
      `There is no stack ${onlyStack}. The stacks are ${stacks.map(({ stack }) => stack.name).join(", ")}.`,
    );
  const open = selected.flatMap(({ resources }) => resources).filter(({ kind }) => kinds.includes(kind));
  const wanted = open.filter(({ isImported }) => !isImported);
  const lists = await listsFor(wanted, connection, signal);
  const held = objectsOfWorkspace(states, connection.workspaceId);
  const taken = new Set([...held, ...readings.flatMap(({ imported }) => imported)].map(keyOf));
  const matched = await matchByName(wanted, (resource, name) => {
    const { kind } = resource;
    const { listing } = lists.get(kind)!;
    const free = [...listing.named(name), ...listing.disguised(name)].filter(
      ({ id }) => !taken.has(keyOf({ kind, id })),
    );
    // A list may cut or rewrite names, so each object is read.
    return Promise.all(free.map(({ id }) => readOne(connection, { kind, id, name: "" }, signal)));
  });
  const changed = selected.flatMap((reading) =>
    fileFor(reading, matched).map((file) => ({ folder: reading.stack.folder, file })),
  );
  signal.throwIfAborted();
  if (!dryRun) for (const { folder, file } of changed) writeFiles(folder, [file]);
  return {
    matched,
    /** How many resources without a state the user's own `import` blocks import. */
    imported: open.length - wanted.length,
    gaps: readings.flatMap(({ gaps }) => gaps),
    withoutState: stacks.flatMap(({ stack, isMissing }) => (isMissing ? stack : [])),
    /** The written files, relative to the working directory. A file whose imports have ended is removed. */
    files: changed.map(({ folder, file }) => {
      return { path: relative("", join(folder, ADOPTIONS)), isRemoved: file.contents === null };
    }),
  };
}

/** Lists the kinds of the resources. Throws if a list may lack objects, or if none shows an object. */
async function listsFor(
  wanted: readonly Stateless[],
  connection: Connection,
  signal: AbortSignal,
): Promise<Reading["lists"]> {
  const kinds = [...new Set(wanted.map(({ kind }) => kind))];
  const { lists } = await readObjects({ connection, signal }, kinds, () => false);
  for (const [kind, { listing }] of lists)
    if (listing.doubt !== undefined)
      throw new Error(`${doubtful(kind, listing.doubt)} Nothing was written. Run the command again later.`);
  if (lists.size > 0 && [...lists.values()].every(({ listing }) => listing.isEmpty)) {
    const shown = kinds.map((kind) => `no ${kind}`).join(" and ");
    throw new Error(
      `The workspace shows ${shown}, so nothing can be adopted. Check OUTREACH_BASE_URL and OUTREACH_WORKSPACE_ID.`,
    );
  }
  return lists;
}

async function matchByName(
  resources: readonly Stateless[],
  read: (resource: Stateless, name: string) => Promise<readonly (WorkspaceObject | Failure)[]>,
): Promise<Matched[]> {
  const sameNamed = groupBy(resources, nameKeyOf);
  const matches = resources.map(async (resource) => {
    const { name, problem } = resource;
    const match: Match =
      name === undefined
        ? { is: "unknown", reason: problem ?? "Its name is computed." }
        : matchOf(resource, name, await read(resource, name), sameNamed.get(nameKeyOf(resource)) ?? []);
    return { resource, match };
  });
  return Promise.all(matches);
}

function nameKeyOf({ kind, name = "" }: Stateless): string {
  return JSON.stringify([kind, canonicalText(name)]);
}

function matchOf(
  resource: Stateless,
  name: string,
  read: readonly (WorkspaceObject | Failure)[],
  sameNamed: readonly Stateless[],
): Match {
  const failure = read.find((one) => "message" in one);
  if (failure !== undefined) {
    const { kind, id } = failure.object;
    return { is: "unknown", reason: `The ${kind} ${id} cannot be read: ${failure.message}` };
  }
  const found = read.flatMap((one) => ("message" in one ? [] : one));
  const ids = found.filter((one) => sameText(one.name, name)).map(({ id }) => id);
  const rewritten = found.filter((one) => mayBeNamed(name, one.name)).map(({ id }) => id);
  if (ids.length === 0 && rewritten.length > 0)
    return {
      is: "unknown",
      reason: `The API may have altered its name, and stores it at ${rewritten.join(", ")}. Import that object if it is the right one.`,
    };
  // The data file of an export decides for a resource whose object no other resource claims.
  const known = sameNamed.map((one) => one.knownId);
  const isDecided = ({ knownId: id }: Stateless) =>
    id !== undefined && ids.includes(id) && known.indexOf(id) === known.lastIndexOf(id);
  if (isDecided(resource)) return { is: "found", id: resource.knownId! };
  const left = ids.filter((id) => !sameNamed.some((one) => one.knownId === id && isDecided(one)));
  const [id, second] = left;
  if (id === undefined) return { is: "none" };
  const other = sameNamed.find((one) => one !== resource && !isDecided(one));
  if (other === undefined && second === undefined) return { is: "found", id };
  const reason =
    other === undefined
      ? "Several unmanaged objects have its name."
      : `${other.address} of ${other.stack.name} has the same name.`;
  return { is: "ambiguous", reason, ids: left };
}

/**
 * Returns the file with the imports of a stack. Keeps the imports that runs for other kinds or workspaces have written.
 * @throws Error if a person's import would be lost: the next plan would create a duplicate
 */
function fileFor(
  { stack, configuration, adoptions, isOpen }: StackReading,
  matched: readonly Matched[],
): FileToWrite[] {
  const own = matched.filter(({ resource }) => resource.stack === stack);
  const found = own.flatMap(({ resource, match }) =>
    match.is === "found" ? { to: resource.address, id: match.id } : [],
  );
  const isMatched = (address: string) => own.some(({ resource }) => resource.address === address);
  const isFound = (to: string, id: string) => found.some((one) => one.to === to && one.id === id);
  const isDeclared = (address: string) => configuration.resources.has(address);
  const isDropped = ({ to, id }: ImportBlock) =>
    isOpen(to) && (isMatched(to) ? !isFound(to, id!) : !isDeclared(to));
  refuseAdditions(configuration, join(stack.folder, ADOPTIONS), isDropped);
  const kept = configuration.imports.flatMap(({ file, to, id }) =>
    file === ADOPTIONS && isOpen(to) && !isMatched(to) ? { to, id: id! } : [],
  );
  const imports = [...found, ...kept].sort((a, b) => (a.to < b.to ? -1 : 1));
  const note =
    "Written by cdktf-outreach export --adopt. After the apply, the same command removes this file.";
  return fileOfImports(ADOPTIONS, imports, note, adoptions);
}
