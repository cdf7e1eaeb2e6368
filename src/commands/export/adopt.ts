import { join, relative } from "node:path";
import type { Stack } from "../../estate/engine/stacks";
import { ADOPTIONS, type ImportBlock } from "../../estate/hcl/configuration";
import { type FileToWrite, writeFiles } from "../../util/files/write-whole";
import { objectsOfWorkspace, type State } from "../../estate/states/read-states";
import { type Connection, withConnection } from "../../estate/workspace/connection";
import { keyOf } from "../../estate/workspace/objects";
import type { Input } from "./export-workspace";
import { fileOfImports, refuseAdditions } from "./imports-file";
import { type Match, matchByName } from "./match-by-name";
import { doubtful, readObjects, type Reading } from "./read-objects";
import { readStateless, type StackReading, type Stateless } from "./stateless";

export interface Matched {
  readonly resource: Stateless;
  readonly match: Match;
}

/** What an export with `--adopt` did, or would do. */
export interface Adoption {
  readonly matched: readonly Matched[];
  /** How many resources without a state the user's own `import` blocks import. */
  readonly imported: number;
  readonly gaps: readonly string[];
  readonly withoutState: readonly Stack[];
  /** The written files, relative to the working directory. A file whose imports have ended is removed. */
  readonly files: readonly { readonly path: string; readonly isRemoved: boolean }[];
}

type StackState = State & { readonly stack: Stack };

/**
 * Finds the unmanaged object of each declared resource that no state has, by kind, workspace and name. Writes
 * `import` blocks beside the configuration of each stack: synth leaves them there, and one plan shows them all.
 */
export function adopt({ options, readStates, signal }: Input): Promise<Adoption> {
  return withConnection(async (connection) => {
    const states = await readStates();
    const stacks = states.filter((state): state is StackState => state.stack !== undefined);
    if (stacks.length === 0)
      throw new Error(
        "No synthesized stack and no .tf file, so there is nothing to adopt. Run cdktf synth first.",
      );
    const { out, onlyStack, kinds, dryRun } = options;
    const readings = await Promise.all(
      stacks.map((state) => readStateless(state, connection, { out, signal })),
    );
    const selected = stacks
      .map(({ stack }) => stack)
      .filter(({ name }) => onlyStack === undefined || name === onlyStack);
    if (selected.length === 0)
      throw new Error(
        `There is no stack ${onlyStack}. The stacks are ${stacks.map(({ stack }) => stack.name).join(", ")}.`,
      );
    const open = readings
      .flatMap(({ resources }) => resources)
      .filter(({ stack, kind }) => kinds.includes(kind) && selected.includes(stack));
    const wanted = open.filter(({ isImported }) => !isImported);
    const lists = await listsFor(wanted, connection, signal);
    const held = objectsOfWorkspace(states, connection.workspaceId);
    const taken = new Set([...held, ...readings.flatMap(({ imported }) => imported)].map(keyOf));
    const matches = await matchByName(wanted, { connection, lists, taken, signal });
    const matched = wanted.map((resource, at) => ({ resource, match: matches[at]! }));
    const changed = stacks.flatMap(({ stack }, at) =>
      selected.includes(stack) ? fileFor(stack, readings[at]!, matched).map((file) => ({ stack, file })) : [],
    );
    signal.throwIfAborted();
    if (!dryRun) for (const { stack, file } of changed) writeFiles(stack.folder, [file]);
    return {
      matched,
      imported: open.length - wanted.length,
      gaps: readings.flatMap(({ gaps }) => gaps),
      withoutState: stacks.flatMap(({ stack, isMissing }) => (isMissing ? stack : [])),
      files: changed.map(({ stack, file }) => {
        return { path: relative("", join(stack.folder, ADOPTIONS)), isRemoved: file.contents === null };
      }),
    };
  });
}

/** Lists the kinds of the resources. Throws if a list may lack objects, or if none shows an object. */
async function listsFor(
  wanted: readonly Stateless[],
  connection: Connection,
  signal: AbortSignal,
): Promise<Reading["lists"]> {
  const kinds = [...new Set(wanted.map(({ kind }) => kind))];
  const { lists } = await readObjects(connection, { kinds, isWanted: () => false, signal });
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

/**
 * Returns the file with the imports of a stack. Keeps the imports that runs for other kinds or workspaces have written.
 * @throws Error if a person's import would be lost: the next plan would create a duplicate
 */
function fileFor(
  stack: Stack,
  { configuration, adoptions, isOpen }: StackReading,
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
  return fileOfImports(ADOPTIONS, imports, { note, bytes: adoptions });
}
