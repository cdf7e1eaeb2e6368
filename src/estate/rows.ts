import { type Kind, kindOfType } from "../objects/kinds";
import type { PromptUse } from "../placing/records";
import { realPath } from "../util/files/read-file";
import type { JsonObject } from "../util/json";
import { groupBy } from "../util/lists";
import {
  constructPathOf,
  readStackConfiguration,
  type StackConfiguration,
} from "./declared/stack-configuration";
import { type FileLine, resourceBlocks } from "./hcl/outline";
import { readEachState, type State } from "./states/read-states";
import type { StateObject } from "./states/state-file";
import type { FoundObject, ListedObject } from "./workspace/workspace";

/** What code, state and workspace have of one resource or of one unmanaged object: what the commands compare. */
export interface Row {
  /** Null for a place of the code that is no cluster and no snippet. */
  readonly kind: Kind | null;
  /** Undefined for an unmanaged object, and where a command reads no code. */
  readonly declared: Declared | undefined;
  readonly held: StateObject | undefined;
  /** An entry of a list, or the object that a read found. */
  readonly server: ListedObject | FoundObject | undefined;
  readonly verdict: Verdict;
  /** Sentences, with the next step; only for `unknown`. */
  readonly why?: string | undefined;
}

/** All but `not created` and `not looked at` need a look at the workspace: see `judgeRows`. */
export type Verdict =
  | "not created"
  | "not looked at"
  | "managed"
  | "managed twice"
  | "unmanaged"
  | "deleted"
  | "unknown";

/** A resource of a stack, or another place of a stack that uses prompt files. */
export interface Declared {
  readonly stack: string;
  /** The address in the state, else in the code; the path of an override, or the name of a `.tf` file. */
  readonly address: string;
  /** The path of the construct, such as `outbound/opener`; null if the code has no such construct. */
  readonly constructPath: string | null;
  /** Where plain HCL declares the resource; null if that is not known. */
  readonly block: FileLine | null;
  /** The arguments in the code; undefined if the code has no such resource, or in a module. */
  readonly body: JsonObject | undefined;
  /** The file whose content is the prompt, with its absolute path as the code names it. */
  readonly wholeFile: string | undefined;
  /** Files with the same content, one of which is the prompt. Empty if there is only one. */
  readonly sameFiles: readonly string[];
  /** All files of the prompt, with absolute paths without links. */
  readonly files: readonly string[];
  /** The variables that the prompt may use; undefined for any variable. */
  readonly knownVariables: readonly string[] | undefined;
}

export type DeclaredRow = Row & { readonly declared: Declared };

export interface Project {
  readonly states: readonly State[];
  readonly rows: readonly DeclaredRow[];
}

/**
 * Reads the code and the state of each stack.
 * @throws Error if there is no stack. `undone` ends its first sentence, such as "nothing was searched".
 */
export async function readProject(
  cdktfOut: string | undefined,
  undone: string,
  signal: AbortSignal,
): Promise<Project> {
  const states = await readEachState(cdktfOut, [], signal);
  if (states.length === 0)
    throw new Error(`No synthesized stack in cdktf.out, so ${undone}. Run cdktf synth first.`);
  const rows: DeclaredRow[] = [];
  for (const { stack, objects } of states) {
    if (stack !== undefined) rows.push(...rowsOf(await readStackConfiguration(stack, signal), objects));
  }
  return { states, rows };
}

/** Returns the rows of a stack: the objects of its state, then what is not applied, then other uses of files. */
export function rowsOf(configuration: StackConfiguration, objects: readonly StateObject[]): DeclaredRow[] {
  const { stack, moves, declared, knownVariables } = configuration;
  const uses = groupBy(configuration.uses, ({ place }) => place);
  const blocks = resourceBlocks(stack);
  const declaredAt = (address: string, shown = address): Declared => {
    const own: readonly PromptUse[] = uses.get(address) ?? [];
    const body = declared.get(address);
    return {
      ...{ stack: stack.name, address: shown, body, constructPath: constructPathOf(body) },
      block: blocks.get(address) ?? null,
      wholeFile: own.find(({ is }) => is === "whole")?.file,
      sameFiles: own.filter(({ is }) => is === "one of several").map(({ file }) => file),
      files: [...new Set(own.map(({ file }) => realPath(file)))],
      knownVariables: knownVariables.get(address),
    };
  };
  const later = laterAddresses(objects, moves);
  const applied = objects.map((held): DeclaredRow => {
    // A deposed object has no place in the code: another object has its address.
    const place = declaredAt(held.isDeposed ? "" : later.get(held.address)!, held.address);
    return { kind: held.kind, declared: place, held, server: undefined, verdict: "not looked at" };
  });
  const known = new Set(later.values());
  const added = [...new Set([...declared.keys(), ...uses.keys()])].flatMap((address): DeclaredRow[] => {
    const kind = kindOfType(address.split(".")[0]!) ?? null;
    const place = declaredAt(address);
    const row = {
      kind,
      declared: place,
      held: undefined,
      server: undefined,
      verdict: "not created",
    } as const;
    return known.has(address) || (kind === null && place.files.length === 0) ? [] : [row];
  });
  return [...applied, ...added];
}

/** Returns where the code has the resource of each object that the next apply does not delete, by its address. */
export function laterAddresses(
  objects: readonly StateObject[],
  moves: ReadonlyMap<string, string>,
): Map<string, string> {
  const occupied = new Set(objects.map(({ address }) => address));
  const current = objects.filter(({ isDeposed }) => !isDeposed);
  return new Map(current.map(({ address }) => [address, withoutKey(movedAddress(address, moves, occupied))]));
}

/**
 * Returns the address that an object has after the next apply. Follows `moves`, which maps the earlier
 * address of each `moved` block to the later one. The engine moves nothing to an address that an object of
 * the state has; `occupied` contains these addresses.
 */
export function movedAddress(
  address: string,
  moves: ReadonlyMap<string, string>,
  occupied: ReadonlySet<string>,
): string {
  let current = address;
  // A configuration with a circle of moves is invalid; each move is followed at most once.
  for (let left = moves.size; left > 0; left -= 1) {
    const next = oneMove(current, moves);
    if (next === undefined || occupied.has(next)) return current;
    current = next;
  }
  return current;
}

/** Returns an address as the configuration has it: without the key of an instance, which may contain brackets. */
export function withoutKey(address: string): string {
  return address.replace(/\[(?:"(?:[^"\\]|\\.)*"|[^"\]]*)\]$/s, "");
}

/** A move of a resource or module also moves its instances, and a move of a module what is in it. */
function oneMove(address: string, moves: ReadonlyMap<string, string>): string | undefined {
  for (const [from, to] of moves) {
    const rest = address.slice(from.length);
    const isInModule = rest.startsWith(".") && /(^|\.)module\.[^.]+$/.test(from);
    if (address.startsWith(from) && (rest === "" || rest.startsWith("[") || isInModule)) return to + rest;
  }
  return undefined;
}
