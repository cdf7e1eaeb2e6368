import type { SimulatedObject } from "../../src/simulator";
import { nameKey, type Declaration } from "../programs/world";
import type { EngineWorld } from "./world";

/** How the next apply deals with what earlier ones left. */
export interface Recovery {
  readonly existingName: "warn" | "adopt";
  /** Ids for import blocks, by address, with those of the program. */
  readonly imports: ReadonlyMap<string, string>;
  /** Resources whose object exists outside of the state. */
  readonly waiting: ReadonlySet<string>;
}

/**
 * Returns what a user does who reads the warnings. An orphan that is the only object of its name, for the
 * only resource to be created with that name, is adopted. An orphan of a contested name is imported by the id
 * in the plan's warning: an adoption would be ambiguous, or meet an unmanaged object. While such a name is to
 * be created beside an unmanaged object, nothing is adopted, because one `existing_name` holds for all. A
 * resource that is replaced is created too.
 */
export function recover(world: EngineWorld, prefersAdopt: boolean, replaced?: string): Recovery {
  const groups = groupsOf(world);
  const adoptable = groups.filter(
    ({ creates, candidates, others }) => creates.length === 1 && candidates.length === 1 && others === 0,
  );
  const contested = groups.filter((group) => !adoptable.includes(group) && group.candidates.length > 0);
  const createsBesideOthers = groups.some(
    (group) =>
      !adoptable.includes(group) &&
      (group.creates.length > group.candidates.length || group.creates.length === 0) &&
      group.others + group.candidates.length > 0,
  );
  const adopts = prefersAdopt && !createsBesideOthers && !replacesBesideOthers(world, replaced);
  const imported = adopts ? contested : [...contested, ...adoptable];
  return {
    existingName: adopts ? "adopt" : "warn",
    imports: new Map([...programImports(world), ...imported.flatMap(pairs)]),
    waiting: new Set(
      groups
        .flatMap(({ candidates, creates }) => (candidates.length > 0 ? creates : []))
        .map(({ address }) => address),
    ),
  };
}

/** The import blocks that belong to the program itself. */
export function programImports(world: EngineWorld): [string, string][] {
  return [...world.declared.values()].flatMap(({ address, takes }): [string, string][] =>
    takes?.by === "import" ? [[address, takes.id]] : [],
  );
}

interface Group {
  readonly creates: readonly Declaration[];
  /** Orphans, and objects that the program wants to be adopted. */
  readonly candidates: readonly SimulatedObject[];
  /** How many other objects have the name: unmanaged ones, or those of other resources. */
  readonly others: number;
}

function groupsOf(world: EngineWorld): Group[] {
  const missing = world.missing();
  const adopting = new Set(missing.flatMap(({ takes }) => (takes === undefined ? [] : [takes.id])));
  const candidates = [...world.orphans(), ...world.objects().filter(({ id }) => adopting.has(id))];
  const free = new Set(candidates.map(({ id }) => id));
  // An object to be imported is not adopted: a plan that adopts also refuses to create its name.
  const others = world.objects().filter(({ id }) => !free.has(id));
  const tainted = world.tainted();
  return [...new Set([...missing, ...tainted].map(nameKey))].map((key) => ({
    creates: missing.filter((one) => nameKey(one) === key),
    candidates: candidates.filter((one) => nameKey(one) === key),
    others: others.filter((one) => nameKey(one) === key).length,
  }));
}

function replacesBesideOthers(world: EngineWorld, replaced: string | undefined): boolean {
  const declaration = [...world.declared.values()].find(({ address }) => address === replaced);
  if (declaration === undefined) return false;
  const own = new Set(world.held().flatMap(({ address, id }) => (address === replaced ? [id] : [])));
  return world.objects().some((one) => !own.has(one.id) && nameKey(one) === nameKey(declaration));
}

function pairs({ creates, candidates }: Group): [string, string][] {
  return candidates.slice(0, creates.length).map(({ id }, index) => [creates[index]!.address, id]);
}
