import { isInWorkspace } from "../../objects/kinds";
import type { StackConfiguration } from "../../estate/declared/stack-configuration";
import { literalOf } from "../../estate/hcl/template";
import { groupBy } from "../../util/lists";
import { realPath } from "../../util/files/real-path";
import { declaredAddress, type State } from "../../estate/states/read-states";
import type { StateObject } from "../../estate/states/state-file";
import { Pulled } from "./pulled";

/** Where the configuration declares the prompt of an object. Paths are absolute. */
export type Place =
  | { readonly is: "file"; readonly file: string }
  /** Other prompts or overrides of the workspace use this file, too. */
  | { readonly is: "shared file"; readonly file: string }
  /** The prompt is the content of each of these files. */
  | { readonly is: "one of several files"; readonly files: readonly string[] }
  /** The prompt is composed in code, or the configuration is not understood. */
  | { readonly is: "code" }
  /** The resource is not in the configuration, so the next apply deletes the object. */
  | { readonly is: "nowhere" };

/** The prompt files of the stacks. */
export class Project {
  /** The folder in which files may be written. */
  readonly folder = process.cwd();
  /** What earlier pulls have brought into the files. */
  readonly pulled = new Pulled(this.folder);
  readonly #configurations: ReadonlyMap<string, StackConfiguration>;
  readonly #occupied: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #users: ReadonlyMap<string, number>;

  constructor(configurations: readonly StackConfiguration[], states: readonly State[], workspaceId: string) {
    this.#configurations = new Map(configurations.map((one) => [one.stack.name, one]));
    this.#occupied = new Map(
      states.map(({ source, objects }) => [source.name, new Set(objects.map(({ address }) => address))]),
    );
    this.#users = this.#countUsers(states, workspaceId);
  }

  /** Returns where the prompt of an object is declared after the next apply. */
  placeOf(state: StateObject): Place {
    const configuration = this.#configurations.get(state.source.name);
    if (configuration === undefined) return { is: "code" };
    const address = this.#addressOf(state);
    const file = configuration.files.get(address);
    if (file !== undefined) return { is: this.#isShared(file) ? "shared file" : "file", file };
    const files = configuration.shared.get(address);
    if (files !== undefined) return { is: "one of several files", files };
    const isGone = configuration.declared?.has(address) === false && !address.startsWith("module.");
    return { is: isGone ? "nowhere" : "code" };
  }

  /** Returns the other stacks that use a file. */
  sharersOf(file: string, { source }: StateObject): string[] {
    const path = realPath(file);
    return [...this.#configurations.values()]
      .filter(({ files, parts }) =>
        [...files.values(), ...parts.map(([, part]) => part)].map(realPath).includes(path),
      )
      .map(({ stack }) => stack.name)
      .filter((name) => name !== source.name);
  }

  /** Returns the text that the code declares for an attribute; undefined if it is computed or not known. */
  declaredText(state: StateObject, attribute: string): string | undefined {
    const { declared } = this.#configurations.get(state.source.name) ?? {};
    return literalOf(declared?.get(this.#addressOf(state))?.[attribute]);
  }

  /** Returns the address of the resource after the next apply, without the key of an instance. */
  #addressOf({ source: { name }, address }: StateObject): string {
    const moves = this.#configurations.get(name)?.moves ?? new Map<string, string>();
    return declaredAddress(address, moves, this.#occupied.get(name) ?? new Set());
  }

  #isShared(file: string): boolean {
    return (this.#users.get(realPath(file)) ?? 0) > 1;
  }

  /**
   * Counts the places of the workspace that use each file, in the code or in the states: the code may have a
   * snippet that no state has yet, and with count or for_each one snippet makes several objects. A place that
   * is no object of the state belongs to the workspaces of its stack.
   */
  #countUsers(states: readonly State[], workspaceId: string): Map<string, number> {
    const applied = groupBy(
      states.flatMap(({ objects }) => objects.filter(({ isDeposed }) => !isDeposed)),
      (state) => userOf(state.source.name, this.#addressOf(state)),
    );
    const workspaces = new Map(
      states.map(({ source, objects }) => [source.name, objects.map((one) => one.workspaceId)]),
    );
    const isHere = (id: string | null) => isInWorkspace(id, workspaceId);
    const counts = new Map<string, number>();
    for (const { stack, files, parts } of this.#configurations.values()) {
      for (const [place, file] of [...files, ...parts]) {
        const objects = applied.get(userOf(stack.name, place));
        const others = workspaces.get(stack.name) ?? [];
        const here = objects?.filter((one) => isHere(one.workspaceId)).length;
        const count = here ?? (others.length === 0 || others.some(isHere) ? 1 : 0);
        counts.set(realPath(file), (counts.get(realPath(file)) ?? 0) + count);
      }
    }
    return counts;
  }
}

function userOf(stack: string, address: string): string {
  return JSON.stringify([stack, address]);
}
