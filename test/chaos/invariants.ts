import type { SimulatedObject } from "../../src/simulator";
import { USER_ID, WORKSPACE_ID } from "../terraform/project";
import { TOKEN } from "./faults";
import { nameKey, type Model } from "./model";
import type { Held } from "./state";

/** Something that must never be. */
export class Violation extends Error {}

/** What was true before an apply. */
export interface Before {
  readonly held: readonly Held[];
  readonly alive: ReadonlySet<string>;
  /** Declared resources that the apply was asked to delete or replace. */
  readonly replaced: ReadonlySet<string>;
}

export function snapshot(model: Model, replaced: ReadonlySet<string>): Before {
  return { held: model.held(), alive: new Set(model.objects().map(({ id }) => id)), replaced };
}

/** What has to be true of the workspace and the state after every apply, however it ended. */
export function checkWorkspace(model: Model, before: Before): void {
  const held = model.held();
  checkNoSharing(held);
  checkBystanders(model, held);
  checkOrphans(model);
  checkNothingLost(model, before, held);
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

function checkBystanders(model: Model, held: readonly Held[]): void {
  const taken = model.taken();
  const now = new Map(model.objects().map((object) => [object.id, object]));
  for (const [id, expected] of model.bystanders) {
    const owner = held.find((one) => one.id === id);
    if (owner !== undefined)
      throw new Violation(`${owner.address} has taken over ${id}, which belongs to somebody else.`);
    const object = now.get(id);
    if (object === undefined) throw new Violation(`${id}, which belongs to somebody else, was deleted.`);
    if (taken.has(id)) continue;
    const [was, is] = [expected, object].map((one) => JSON.stringify(one));
    if (was !== is) throw new Violation(`An object of somebody else was changed:\n  was ${was}\n  is  ${is}`);
  }
}

/** One resource may have one object outside of the state, from a create whose end nobody saw, and never two. */
function checkOrphans(model: Model): void {
  const missing = model.missing().map(nameKey);
  const orphans = model.orphans();
  for (const key of new Set(orphans.map(nameKey))) {
    const found = orphans.filter((one) => nameKey(one) === key);
    const allowed = missing.filter((one) => one === key).length;
    if (found.length <= allowed) continue;
    throw new Violation(
      `${found.length} objects ${JSON.stringify(key)} are not in the state (${idsOf(found)}), while ${allowed} resources of that name lack one.`,
    );
  }
}

/** Only what is gone at the server leaves the state, and only what is no longer declared goes at the server. */
function checkNothingLost(model: Model, { held, alive, replaced }: Before, now: readonly Held[]): void {
  const ids = new Set(now.map(({ id }) => id));
  const there = new Set(model.objects().map(({ id }) => id));
  for (const { address, id, deposed, tainted } of held) {
    if (there.has(id) && !ids.has(id))
      throw new Violation(`${address} has left the state, but ${id} is still there.`);
    const stays = model.declared.has(address) && !replaced.has(address) && !deposed && !tainted;
    if (stays && alive.has(id) && !there.has(id))
      throw new Violation(`${id} of ${address} was deleted, but is declared.`);
  }
}

/** Every orphan is told of, by its id, in a warning or an error of the next plan. */
export function checkNamed(orphans: readonly SimulatedObject[], diagnostics: readonly string[]): void {
  const silent = orphans.filter(({ id }) => !diagnostics.some((text) => text.includes(id)));
  if (silent.length === 0) return;
  throw new Violation(
    `The next plan does not name ${silent.map((one) => `${one.id} (${nameKey(one)})`).join(", ")}. It says:\n${diagnostics.join("\n") || "nothing"}`,
  );
}

/** Edits that a saved plan has not seen are still there after its apply. */
export function checkEdits(edits: readonly SimulatedObject[], model: Model): void {
  const now = new Map(model.objects().map((object) => [object.id, object]));
  for (const edited of edits) {
    const [was, is] = [edited, now.get(edited.id)].map((one) => JSON.stringify(one));
    if (was !== is)
      throw new Violation(`An edit made after the plan was overwritten:\n  was ${was}\n  is  ${is}`);
  }
}

/** The workspace is what the configuration declares, beside the objects of others. */
export function checkConverged(model: Model): void {
  const [orphan] = model.orphans();
  if (orphan !== undefined) throw new Violation(`${orphan.id} (${nameKey(orphan)}) is still in no state.`);
  const objects = new Map(model.objects().map((object) => [object.id, object]));
  const held = model.held();
  for (const { address, name, text } of model.declared.values()) {
    const owned = held.filter((one) => one.address === address);
    if (owned.length !== 1) throw new Violation(`${address} has ${owned.length} objects in the state.`);
    const object = objects.get(owned[0]!.id);
    if (object === undefined) throw new Violation(`${address} has no object, only the id ${owned[0]!.id}.`);
    const found = object.kind === "cluster" ? (object.description ?? "") : object.prompt;
    if (plain(object.name) !== plain(name) || plain(found) !== plain(text ?? "")) {
      throw new Violation(
        `${address} declares ${JSON.stringify({ name, text })}, but is ${JSON.stringify(object)}`,
      );
    }
  }
  const foreign = held.find(({ address }) => !model.declared.has(address));
  if (foreign !== undefined) throw new Violation(`${foreign.address} is in the state, but not declared.`);
}

/** What servers normalise makes no difference. */
function plain(text: string): string {
  return text.normalize("NFC").replaceAll("\r\n", "\n").replace(/\n+$/, "");
}

const SECRETS = { user_id: USER_ID, workspace_id: WORKSPACE_ID, authorization_token: TOKEN };

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

/**
 * With existing_name = "adopt", an object that appears between a plan and its apply would be taken over although the plan
 * said that it creates one, and one that a list of the apply does not show would be created. The protocol does not tell a
 * provider that a plan is such a second one, so it is Terraform that refuses both, in its own words.
 */
const UNANNOUNCED = [".adopted: was null, but now cty.True", ".adopted: was cty.True, but now null"];

/** What a command printed or logged shows no secret. */
export function checkSecrets(what: string, text: string): void {
  for (const [name, secret] of Object.entries(SECRETS)) {
    const line = text.split("\n").find((one) => one.includes(secret));
    if (line !== undefined) throw new Violation(`${what} tells the ${name}: ${line.slice(0, 300)}`);
  }
}

/** What a command printed shows no crash. */
export function checkCrashes(what: string, text: string): void {
  if (UNANNOUNCED.some((words) => text.includes(words))) return;
  const crash = CRASHES.find((sign) => text.includes(sign));
  if (crash === undefined) return;
  const at = text.indexOf(crash);
  throw new Violation(`${what} shows a crash: ${text.slice(Math.max(0, at - 300), at + 700)}`);
}

function idsOf(objects: readonly { readonly id: string }[]): string {
  return objects.map(({ id }) => id).join(", ");
}
