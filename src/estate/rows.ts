import { type Kind, kindOfType } from "../objects/kinds";
import type { PromptUse } from "../placing/records";
import { realPath } from "../util/files/read-file";
import type { JsonObject } from "../util/json";
import { groupBy } from "../util/lists";
import { nameFilter } from "../util/name-filter";
import { oneOf } from "../util/usage-error";
import {
  constructPathOf,
  readStackConfiguration,
  type StackConfiguration,
} from "./declared/stack-configuration";
import { type FileLine, resourceBlocks } from "./hcl/outline";
import { readEachState, type State } from "./states/read-states";
import type { StateObject } from "./states/state-file";
import type { FoundObject, ListedObject } from "./workspace/workspace";

export interface Row {
  /** Null for code that is neither a cluster nor a snippet. */
  readonly kind: Kind | null;
  /** Undefined if the object is unmanaged, or the command reads no code. */
  readonly declared: Declared | undefined;
  readonly held: StateObject | undefined;
  readonly server: ListedObject | FoundObject | undefined;
  readonly verdict: Verdict;
  /** Reason for the verdict `unknown`, with the next step; undefined for all other verdicts. */
  readonly why?: string | undefined;
}

/** All verdicts except `not created` and `not looked at` need the workspace. */
export type Verdict =
  | "not created"
  | "not looked at"
  | "managed"
  | "managed twice"
  | "unmanaged"
  | "deleted"
  | "unknown";

/** A resource in a stack's code, or another part of the code that uses prompt files. */
export interface Declared {
  readonly stack: string;
  /**
   * The resource's address; for another use of prompt files, the path of an override or a `.tf` file's name.
   */
  readonly address: string;
  /** For example `outbound/opener`; null if no construct declares the resource. */
  readonly constructPath: string | null;
  readonly block: FileLine | null;
  /** The arguments in the code; undefined if the code lacks the resource, or has it in a module. */
  readonly body: JsonObject | undefined;
  /** The file whose whole content is the prompt: its absolute path as in the code. */
  readonly wholeFile: string | undefined;
  /** The files, if several files have the prompt as content; otherwise empty. */
  readonly sameFiles: readonly string[];
  /** Absolute paths of all files that the prompt uses, with symbolic links resolved. */
  readonly files: readonly string[];
  /** Undefined if the prompt may use all variables. */
  readonly knownVariables: readonly string[] | undefined;
}

export type DeclaredRow = Row & { readonly declared: Declared };

export interface Project {
  readonly states: readonly State[];
  readonly rows: readonly DeclaredRow[];
}

/**
 * @throws Error if there is no stack. `undone` ends the error's first sentence, such as "nothing was
 * searched".
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

type Names = Readonly<Record<"stack" | "match" | "exclude", readonly string[]>>;

/**
 * Returns what `--stack`, `--match` and `--exclude` select. An object may be renamed: its name in the state and the
 * one at the server count. @throws UsageError if there is no such stack
 */
export function selectionOf(states: readonly State[], { stack, match, exclude }: Names) {
  const known = states.map(({ source }) => source.name);
  const stacks = stack.map((name) => oneOf("--stack", name, known));
  const isNamed = nameFilter(match, exclude);
  const isChosen = (name: string) => stacks.length === 0 || stacks.includes(name);
  const isSelected = ({ held, server }: Row) =>
    (held === undefined ? stacks.length === 0 : isChosen(held.source.name)) &&
    [held, server].some((one) => one !== undefined && isNamed(one.name));
  return { isChosen, isSelected, chosen: states.filter(({ source }) => isChosen(source.name)) };
}

/**
 * Returns a stack's rows: objects of its state, then resources that were never applied, then other uses of
 * files.
 */
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
    // Another object has the address of a deposed object, so a deposed object has no place in the code.
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

/** Maps the address in the state to the address in the code, for each object that the next apply keeps. */
export function laterAddresses(
  objects: readonly StateObject[],
  moves: ReadonlyMap<string, string>,
): Map<string, string> {
  const occupied = new Set(objects.map(({ address }) => address));
  const current = objects.filter(({ isDeposed }) => !isDeposed);
  return new Map(current.map(({ address }) => [address, withoutKey(movedAddress(address, moves, occupied))]));
}

/**
 * `moves` maps old to new addresses of `moved` blocks. The engine moves no object to an address in
 * `occupied`, the addresses in the state.
 */
export function movedAddress(
  address: string,
  moves: ReadonlyMap<string, string>,
  occupied: ReadonlySet<string>,
): string {
  let current = address;
  // Follows each move at most once, because an invalid configuration may have a circle of moves.
  for (let left = moves.size; left > 0; left -= 1) {
    const next = oneMove(current, moves);
    if (next === undefined || occupied.has(next)) return current;
    current = next;
  }
  return current;
}

/** Returns the address without the instance's key. The key may contain brackets. */
export function withoutKey(address: string): string {
  return address.replace(/\[(?:"(?:[^"\\]|\\.)*"|[^"\]]*)\]$/s, "");
}

/** A move of a resource also moves its instances. A move of a module also moves the module's content. */
function oneMove(address: string, moves: ReadonlyMap<string, string>): string | undefined {
  for (const [from, to] of moves) {
    const rest = address.slice(from.length);
    const isInModule = rest.startsWith(".") && /(^|\.)module\.[^.]+$/.test(from);
    if (address.startsWith(from) && (rest === "" || rest.startsWith("[") || isInModule)) return to + rest;
  }
  return undefined;
}
