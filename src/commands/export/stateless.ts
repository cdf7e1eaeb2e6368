import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "../../estate/workspace/connection";
import type { JsonObject } from "../../util/json";
import { ADOPTIONS, type Configuration, providerOf, readConfiguration } from "../../estate/hcl/configuration";
import { literalOf } from "../../estate/hcl/configuration";
import type { Stack } from "../../estate/engine/stacks";
import { declaredAddress } from "../../estate/declared/rows";
import type { State } from "../../estate/states/read-states";
import { type Kind, KINDS } from "../../estate/workspace/workspace";
import { addressOf } from "./code";
import { kindOfAddress, rowsInCode } from "./hcl-code";
import { isMarkOf, type ObjectsFile, readObjectsFile } from "./objects-file";

/** A resource that the configuration of a stack declares, and whose address the stack's state does not have. */
export interface Stateless {
  readonly stack: Stack;
  readonly kind: Kind;
  readonly address: string;
  readonly name: string | undefined;
  /** True if an `import` block of the user imports an object into the resource. */
  readonly isImported: boolean;
  /** The id of its object in the data file of an export. */
  readonly knownId?: string | undefined;
  /** Why no single object belongs to the resource, although its name may be known. */
  readonly problem?: string;
}

export type StackState = State & { readonly stack: Stack };

export interface StackReading {
  readonly stack: Stack;
  readonly configuration: Configuration;
  /** The file of earlier runs when the configuration was read; null if it did not exist. */
  readonly adoptions: Buffer | null;
  /** Reports whether neither a state nor an `import` block in the user's files has a resource of the stack. */
  isOpen(address: string): boolean;
  readonly resources: readonly Stateless[];
  readonly imported: readonly { readonly kind: Kind; readonly id: string }[];
  readonly gaps: readonly string[];
}

/**
 * Reads which clusters and snippets of the configured workspace a stack declares without a state. Follows
 * `moved` blocks, as the engine does.
 */
export async function readStateless(
  { stack, objects }: StackState,
  identity: Connection,
  out: string,
  signal: AbortSignal,
): Promise<StackReading> {
  const path = join(stack.folder, ADOPTIONS);
  const adoptions = existsSync(path) ? readFileSync(path) : null;
  const configuration = await readConfiguration(stack.folder, signal);
  const current = objects.filter(({ isDeposed }) => !isDeposed).map(({ address }) => address);
  const occupied = new Set(current);
  const held = new Set(current.map((address) => declaredAddress(address, configuration.moves, occupied)));
  const blocks = configuration.imports.filter(({ file }) => file !== ADOPTIONS);
  const imported = new Set(blocks.map(({ to }) => declaredAddress(to, new Map(), new Set())));
  const known = knownIds(out, stack, configuration, identity);
  const resources = [...configuration.resources].flatMap(([address, bodies]): Stateless[] => {
    const kind = kindOfAddress(address);
    if (kind === undefined || held.has(address)) return [];
    const [body] = bodies as [JsonObject];
    if (isOfAnother(identity.workspaceId, body, configuration)) return [];
    const problem = problemOf(bodies);
    const name = problem === undefined ? literalOf(body["name"]) : undefined;
    const isImported = imported.has(address);
    return [
      { stack, kind, address, name, isImported, knownId: known.get(address), ...(problem && { problem }) },
    ];
  });
  return {
    ...{ stack, configuration, adoptions, resources },
    isOpen: (address) => !held.has(address) && !imported.has(address),
    imported: blocks.flatMap(({ to, id }) => {
      const kind = kindOfAddress(to);
      return kind === undefined || id === undefined ? [] : { kind, id };
    }),
    gaps: [...configuration.files.values()].some(({ module }) => module !== undefined)
      ? [`The stack ${stack.name} calls modules, whose resources this command does not read.`]
      : [],
  };
}

function knownIds(
  out: string,
  stack: Stack,
  configuration: Configuration,
  identity: Connection,
): ReadonlyMap<string, string | undefined> {
  const cdktf = readObjectsFile(join(out, "objects.json"));
  const hcl = readObjectsFile(join(stack.folder, "outreach-export.json"));
  const isOwn = ({ workspace }: ObjectsFile) => workspace === undefined || isMarkOf(workspace, identity);
  const found = [
    ...(isOwn(cdktf) ? [{ format: "cdktf", rows: cdktf.rows } as const] : []),
    ...(isOwn(hcl) ? [{ format: "hcl", rows: rowsInCode(hcl, configuration) } as const] : []),
  ];
  return new Map(
    found.flatMap(({ format, rows }) =>
      KINDS.flatMap((kind) =>
        rows[kind].map(({ id, objectId }) => [addressOf(kind, id, format), objectId] as const),
      ),
    ),
  );
}

function problemOf(bodies: readonly JsonObject[]): string | undefined {
  if (bodies.length > 1) return "An override file changes it.";
  const argument = ["count", "for_each"].find((one) => bodies[0]?.[one] !== undefined);
  return argument && `It uses ${argument}, so its instances are known only to the engine.`;
}

/** Reports whether the provider of a resource names another workspace. A computed workspace counts as ours. */
function isOfAnother(workspaceId: string, body: JsonObject, configuration: Configuration): boolean {
  const named = literalOf(providerOf(body, configuration)?.["workspace_id"]);
  return named !== undefined && named !== workspaceId;
}
