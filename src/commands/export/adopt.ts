import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { laterAddresses, withoutKey } from "../../estate/rows";
import type { Stack } from "../../estate/engine/stacks";
import {
  ADOPTIONS,
  type ImportBlock,
  literalOf,
  providerOf,
  readConfiguration,
} from "../../estate/hcl/configuration";
import { objectsOfWorkspace, type State } from "../../estate/states/read-states";
import type { Connection } from "../../estate/workspace/connection";
import { keyOf, type Kind, type WorkspaceObject } from "../../estate/workspace/workspace";
import { canonicalText, mayBeNamed, sameText } from "../../objects/text";
import { type FileToWrite, writeFiles } from "../../util/files/write-whole";
import type { JsonObject } from "../../util/json";
import { groupBy } from "../../util/lists";
import { fileOfImports, kindOfAddress, refuseAdditions } from "./hcl-code";
import type { ExportOptions } from "./options";
import { doubtful, type Failure, readObjects, readOne, type Reading } from "./look";

type StackState = State & { readonly stack: Stack };

interface Stateless {
  readonly stack: Stack;
  readonly kind: Kind;
  readonly address: string;
  readonly name: string | undefined;
}

type Match =
  | { readonly is: "found"; readonly id: string }
  | { readonly is: "none" }
  | { readonly is: "ambiguous"; readonly reason: string; readonly ids: readonly string[] }
  | { readonly is: "unknown"; readonly reason: string };

export type Matched = Stateless & { readonly match: Match };

export type Adoption = Awaited<ReturnType<typeof adopt>>;

/** Synth leaves the written files in the folders of the stacks. */
export async function adopt(
  { onlyStack, kinds, dryRun }: ExportOptions,
  states: readonly State[],
  connection: Connection,
  signal: AbortSignal,
) {
  const stacks = states.filter((state): state is StackState => state.stack !== undefined);
  const readings = await Promise.all(stacks.map((state) => readStateless(state, connection, signal)));
  const selected = readings.filter(({ stack }) => onlyStack === undefined || stack.name === onlyStack);
  if (selected.length === 0) {
    const names = stacks.map(({ stack }) => stack.name);
    const advice = names.length === 0 ? "Run cdktf synth first." : `The stacks are ${names.join(", ")}.`;
    throw new Error(`There is no stack ${onlyStack ?? "and no .tf file"} to adopt objects for. ${advice}`);
  }
  const wanted = selected.flatMap(({ resources }) => resources).filter(({ kind }) => kinds.includes(kind));
  const lists = await listsFor(wanted, connection, signal);
  const held = objectsOfWorkspace(states, connection.workspaceId);
  const taken = new Set([...held, ...readings.flatMap(({ imported }) => imported)].map(keyOf));
  const sameNamed = groupBy(wanted, nameKeyOf);
  const matches = wanted.map(async (resource): Promise<Matched> => {
    const { kind, name } = resource;
    const reason = "Its name is computed, or count, for_each or an override file change it.";
    if (name === undefined) return { ...resource, match: { is: "unknown", reason } };
    const listing = lists.get(kind)!;
    const free = [...listing.named(name), ...listing.disguised(name)].filter(
      ({ id }) => !taken.has(keyOf({ kind, id })),
    );
    // A list may cut or alter names, so each object is read.
    const read = await Promise.all(free.map(({ id }) => readOne(connection, { kind, id, name: "" }, signal)));
    return { ...resource, match: matchOf(resource, name, read, sameNamed.get(nameKeyOf(resource)) ?? []) };
  });
  const matched = await Promise.all(matches);
  const changed = selected.flatMap((reading) =>
    fileFor(reading, matched).map((file) => ({ folder: reading.stack.folder, file })),
  );
  signal.throwIfAborted();
  if (!dryRun) for (const { folder, file } of changed) writeFiles(folder, [file]);
  return {
    matched,
    gaps: readings.flatMap(({ gaps }) => gaps),
    /** Paths are relative to the working directory. A file is removed if all its imports were applied. */
    files: changed.map(({ folder, file }) => {
      return { path: relative("", join(folder, ADOPTIONS)), isRemoved: file.contents === null };
    }),
  };
}

async function readStateless(
  { stack, objects }: StackState,
  { workspaceId }: Connection,
  signal: AbortSignal,
) {
  const path = join(stack.folder, ADOPTIONS);
  const adoptions = existsSync(path) ? readFileSync(path) : null;
  const configuration = await readConfiguration(stack.folder, signal);
  const held = laterAddresses(objects, configuration.moves).values();
  const blocks = configuration.imports.filter(({ file }) => file !== ADOPTIONS);
  const settled = new Set([...held, ...blocks.map(({ to }) => withoutKey(to))]);
  const isOpen = (address: string) => !settled.has(address);
  const resources = [...configuration.resources].flatMap(([address, bodies]): Stateless[] => {
    const kind = kindOfAddress(address);
    if (kind === undefined || !isOpen(address)) return [];
    const [body] = bodies as [JsonObject];
    // A computed workspace of a provider counts as the configured workspace.
    const workspace = literalOf(providerOf(body, configuration)?.["workspace_id"]) ?? workspaceId;
    if (workspace !== workspaceId) return [];
    return [{ stack, kind, address, name: nameOf(bodies) }];
  });
  const hasModules = [...configuration.files.values()].some(({ module }) => module !== undefined);
  return {
    ...{ stack, configuration, resources, isOpen },
    adoptions,
    imported: blocks.flatMap(({ to, id }) => {
      const kind = kindOfAddress(to);
      return kind === undefined || id === undefined ? [] : { kind, id };
    }),
    gaps: hasModules
      ? [`The stack ${stack.name} calls modules, whose resources this command does not read.`]
      : [],
  };
}

function nameOf(bodies: readonly JsonObject[]): string | undefined {
  const [body, override] = bodies;
  const isOne = override === undefined && body?.["count"] === undefined && body?.["for_each"] === undefined;
  return isOne ? literalOf(body?.["name"]) : undefined;
}

async function listsFor(
  wanted: readonly Stateless[],
  connection: Connection,
  signal: AbortSignal,
): Promise<Reading["lists"]> {
  const kinds = [...new Set(wanted.map(({ kind }) => kind))];
  const { lists } = await readObjects({ connection, signal }, kinds, () => false);
  for (const [kind, { doubt }] of lists)
    if (doubt !== undefined)
      throw new Error(`${doubtful(kind, doubt)} Nothing was written. Run the command again later.`);
  if (lists.size > 0 && [...lists.values()].every(({ isEmpty }) => isEmpty))
    throw new Error(
      `The workspace shows no ${kinds.join(" and no ")}, so nothing can be adopted. ` +
        "Check OUTREACH_BASE_URL and OUTREACH_WORKSPACE_ID.",
    );
  return lists;
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
      reason: `The API may have altered its name. Import it if it is the right one: ${rewritten.join(", ")}.`,
    };
  const [id, second] = ids;
  if (id === undefined) return { is: "none" };
  const other = sameNamed.find((one) => one !== resource);
  if (other === undefined && second === undefined) return { is: "found", id };
  const reason =
    other === undefined
      ? "Several unmanaged objects have its name."
      : `${other.address} of ${other.stack.name} has the same name.`;
  return { is: "ambiguous", reason, ids };
}

/**
 * Imports that earlier runs wrote for other kinds or workspaces stay. Throws if a person's import would be
 * lost, because the next plan would then create a duplicate.
 */
function fileFor(
  { stack, configuration, adoptions, isOpen }: Awaited<ReturnType<typeof readStateless>>,
  matched: readonly Matched[],
): FileToWrite[] {
  const own = matched.filter((one) => one.stack === stack);
  const ids = new Map(
    own.map(({ address, match }) => [address, match.is === "found" ? match.id : undefined]),
  );
  const isDropped = ({ to, id }: ImportBlock) =>
    isOpen(to) && (ids.has(to) ? ids.get(to) !== id : !configuration.resources.has(to));
  refuseAdditions(configuration, join(stack.folder, ADOPTIONS), isDropped);
  const kept = configuration.imports.filter(
    ({ file, to }) => file === ADOPTIONS && isOpen(to) && !ids.has(to),
  );
  const imports = [...Array.from(ids, ([to, id]) => ({ to, id })), ...kept]
    .flatMap(({ to, id }) => (id === undefined ? [] : { to, id }))
    .sort((a, b) => (a.to < b.to ? -1 : 1));
  const note =
    "Written by cdktf-outreach export --adopt. After the apply, the same command removes this file.";
  return fileOfImports(ADOPTIONS, imports, note, adoptions);
}
