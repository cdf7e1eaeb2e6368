import type { SimulatedObject } from "../../src/simulator";
import { nameKey, type Declaration, type Model } from "./model";

/** How the next apply deals with what earlier ones left. */
export interface Recovery {
  readonly existingName: "warn" | "adopt";
  /** Ids for import blocks, by address; those of the program are among them. */
  readonly imports: ReadonlyMap<string, string>;
  /** Resources whose object exists outside of the state. */
  readonly waiting: ReadonlySet<string>;
}

/**
 * What a user does who reads the warnings. An object that is the only one of its name, for the only resource that is to
 * be created with it, is adopted. A contested name is imported by the id that the plan's warning told, because adopting
 * would be ambiguous or take what is somebody else's; and while such a name is to be created beside the object of
 * somebody else, nothing may be adopted at all, as `existing_name` is one for all. A resource that is replaced is
 * created too.
 */
export function recover(model: Model, prefersAdopt: boolean, replaced?: string): Recovery {
  const groups = groupsOf(model);
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
  const adopts = prefersAdopt && !createsBesideOthers && !replacesBesideOthers(model, replaced);
  const imported = adopts ? contested : [...contested, ...adoptable];
  return {
    existingName: adopts ? "adopt" : "warn",
    imports: new Map([...programImports(model), ...imported.flatMap(pairs)]),
    waiting: new Set(
      groups
        .flatMap(({ candidates, creates }) => (candidates.length > 0 ? creates : []))
        .map(({ address }) => address),
    ),
  };
}

/** The import blocks that belong to the program itself. */
export function programImports(model: Model): [string, string][] {
  return [...model.declared.values()].flatMap(({ address, takes }): [string, string][] =>
    takes?.by === "import" ? [[address, takes.id]] : [],
  );
}

interface Group {
  readonly creates: readonly Declaration[];
  /** Orphans, and objects that the program itself wants to be adopted. */
  readonly candidates: readonly SimulatedObject[];
  /** How many more objects have the name: of somebody else, or of another resource. */
  readonly others: number;
}

function groupsOf(model: Model): Group[] {
  const missing = model.missing();
  const adopting = new Set(missing.flatMap(({ takes }) => (takes === undefined ? [] : [takes.id])));
  const candidates = [...model.orphans(), ...model.objects().filter(({ id }) => adopting.has(id))];
  const free = new Set(candidates.map(({ id }) => id));
  // What an import is still to take stays: a plan that adopts refuses to create its name, too.
  const others = model.objects().filter(({ id }) => !free.has(id));
  const tainted = model.tainted();
  return [...new Set([...missing, ...tainted].map(nameKey))].map((key) => ({
    creates: missing.filter((one) => nameKey(one) === key),
    candidates: candidates.filter((one) => nameKey(one) === key),
    others: others.filter((one) => nameKey(one) === key).length,
  }));
}

function replacesBesideOthers(model: Model, replaced: string | undefined): boolean {
  const declaration = [...model.declared.values()].find(({ address }) => address === replaced);
  if (declaration === undefined) return false;
  const own = new Set(model.held().flatMap(({ address, id }) => (address === replaced ? [id] : [])));
  return model.objects().some((one) => !own.has(one.id) && nameKey(one) === nameKey(declaration));
}

function pairs({ creates, candidates }: Group): [string, string][] {
  return candidates.slice(0, creates.length).map(({ id }, index) => [creates[index]!.address, id]);
}
