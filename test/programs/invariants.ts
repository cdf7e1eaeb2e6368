import type { SimulatedObject } from "../../src/simulator";
import { credentials } from "./credentials";
import { contentOf, nameKey, type Declaration, type Held, type World } from "./world";

/** Something that must never be. */
export class Violation extends Error {}

/** What was true before an apply. */
export interface Before {
  readonly held: readonly Held[];
  readonly existing: ReadonlySet<string>;
  /** Addresses whose objects the apply was asked to delete or replace. */
  readonly replaced: ReadonlySet<string>;
}

export function snapshot(world: World, replaced: Iterable<string> = []): Before {
  return {
    held: world.held(),
    existing: new Set(world.objects().map(({ id }) => id)),
    replaced: new Set(replaced),
  };
}

/** Checks what has to be true of the workspace and the state after every apply, however it ended. */
export function checkWorkspace(world: World, before: Before): void {
  checkNoSharing(world.held());
  checkUnmanaged(world);
  checkOrphans(world);
  checkNothingLost(world, before);
}

function checkNoSharing(held: readonly Held[]): void {
  const seen = new Map<string, string>();
  for (const { id, address } of held) {
    const other = seen.get(id);
    if (other !== undefined)
      throw new Violation(`${other} and ${address} both have the object ${id} in the state.`);
    seen.set(id, address);
  }
}

function checkUnmanaged(world: World): void {
  const held = world.held();
  const taken = world.taken();
  for (const [id, expected] of world.unmanaged) {
    const owner = held.find((one) => one.id === id);
    if (owner !== undefined && !world.reused.has(id))
      throw new Violation(`${owner.address} has adopted ${id}, which is unmanaged.`);
    const object = world.object(id);
    if (object === undefined) throw new Violation(`${id}, which is unmanaged, was deleted.`);
    if (!taken.has(id)) checkSame("An unmanaged object was changed", expected, object);
  }
}

/** One resource may have one orphan, from a create whose result is unknown, and never two. */
function checkOrphans(world: World): void {
  const missing = world.missing().map((one) => world.storedKey(one));
  const orphans = world.orphans();
  for (const key of new Set(orphans.map(nameKey))) {
    const found = orphans.filter((one) => nameKey(one) === key);
    const allowed = missing.filter((one) => one === key).length;
    if (found.length <= allowed) continue;
    const ids = found.map(({ id }) => id).join(", ");
    throw new Violation(
      `${found.length} objects ${JSON.stringify(key)} are not in the state (${ids}), while ${allowed} resources of that name lack one.`,
    );
  }
}

/**
 * Only what is gone at the server leaves the state, and only what is no longer declared is deleted at the
 * server.
 */
function checkNothingLost(world: World, { held, existing, replaced }: Before): void {
  const ids = new Set(world.held().map(({ id }) => id));
  const there = new Set(world.objects().map(({ id }) => id));
  for (const { address, id, deposed, tainted } of held) {
    if (there.has(id) && !ids.has(id) && !world.reused.has(id))
      throw new Violation(`${address} has left the state, but ${id} still exists.`);
    const stays = world.declared.has(address) && !replaced.has(address) && !deposed && !tainted;
    if (stays && existing.has(id) && !there.has(id))
      throw new Violation(`${id} of ${address} was deleted, but is declared.`);
  }
}

/** The diagnostics of the next plan name every orphan by its id. */
export function checkNamed(orphans: readonly SimulatedObject[], diagnostics: readonly string[]): void {
  const silent = orphans.filter(({ id }) => !diagnostics.some((text) => text.includes(id)));
  if (silent.length === 0) return;
  const objects = silent.map((one) => `${one.id} (${nameKey(one)})`).join(", ");
  throw new Violation(
    `The next plan does not name ${objects}. It says:\n${diagnostics.join("\n") || "nothing"}`,
  );
}

/** What was edited or deleted after a plan is still so after its apply. */
export function checkEdits(edited: ReadonlyMap<string, SimulatedObject | undefined>, world: World): void {
  for (const [id, object] of edited)
    checkSame("A change made after the plan was overwritten", object, world.object(id));
}

/** The workspace is what the configuration declares, beside the unmanaged objects. */
export function checkConverged(world: World): void {
  const [orphan] = world.orphans();
  if (orphan !== undefined) throw new Violation(`${orphan.id} (${nameKey(orphan)}) is still in no state.`);
  const held = world.held();
  for (const declaration of world.declared.values()) {
    const { address } = declaration;
    const owned = held.filter((one) => one.address === address);
    if (owned.length !== 1) throw new Violation(`${address} has ${owned.length} objects in the state.`);
    const object = world.object(owned[0]!.id);
    if (object === undefined) throw new Violation(`${address} has no object, only the id ${owned[0]!.id}.`);
    if (holds(object, declaration)) continue;
    throw new Violation(`${JSON.stringify(declaration)} is ${JSON.stringify(object)}`);
  }
  const left = held.find(({ address }) => !world.declared.has(address));
  if (left !== undefined) throw new Violation(`${left.address} is in the state, but not declared.`);
}

/** Reports whether an object is what is declared, up to what servers normalise. */
export function holds(object: SimulatedObject, { name, text }: Pick<Declaration, "name" | "text">): boolean {
  return isSameText(object.name, name) && isSameText(contentOf(object), text ?? "");
}

/**
 * Reports whether texts differ at most by what servers normalise. Not the provider's function, which may be
 * wrong.
 */
export function isSameText(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => text.normalize("NFC").replaceAll("\r\n", "\n").trim());
  return one === other;
}

/** Signs of a defect that no fault of a server and no kill of another process explains. */
const CRASHES = [
  "Provider produced",
  "Provider returned invalid",
  "is a bug in the provider",
  "provider crash",
  "panic:",
  "TypeError",
  "RangeError",
  "ReferenceError",
  "defect of the provider",
  "UnhandledPromiseRejection",
];

/** What was printed or logged shows no secret. */
export function checkSecrets(what: string, text: string): void {
  for (const [name, secret] of Object.entries(credentials)) {
    const at = text.indexOf(secret);
    if (at >= 0)
      throw new Violation(`${what} shows the ${name}: ${text.slice(Math.max(0, at - 200), at + 100)}`);
  }
}

/** What was printed shows no crash. */
export function checkCrashes(what: string, text: string): void {
  const crash = CRASHES.find((sign) => text.includes(sign));
  if (crash === undefined) return;
  const at = text.indexOf(crash);
  throw new Violation(`${what} shows a crash: ${text.slice(Math.max(0, at - 300), at + 700)}`);
}

function checkSame(what: string, before: unknown, after: unknown): void {
  const [was, is] = [before, after].map((one) => JSON.stringify(one));
  if (was !== is) throw new Violation(`${what}:\n  was ${was}\n  is  ${is}`);
}
