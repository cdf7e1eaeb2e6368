import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentOf, writeApproval, type Action, type ReviewedChange } from "../../../src/approval";
import type { SimulatedObject } from "../../../src/simulator";
import { credentials } from "../../programs/credentials";
import { isSameText, Violation } from "../../programs/invariants";
import type { Reviewed } from "../../programs/program";
import { sameTexts, textsIn, textsOf, type Texts } from "./texts";
import type { Applied, Planned } from "./checks";
import type { Write } from "./writes";
import type { CoreWorld, Slot } from "./world";

/** A change that the reviewers of a step saw, as plain texts. */
interface Seen {
  readonly kind: Slot["kind"];
  readonly action: Action;
  /** Null for a new object. */
  readonly id: string | null;
  readonly before: Texts | null;
  readonly after: Texts | null;
}

/** The world, and the address at which the provider reaches it. */
interface Place {
  readonly world: CoreWorld;
  readonly address: string;
}

/** The approval of one step: its file for the provider, and what it covers for the checks. */
export class Approval {
  readonly #folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-model-"));
  readonly file = join(this.#folder, "approval.json");
  /** Whether a plan of the same code has to pass. */
  readonly coversAll: boolean;
  readonly #seen: readonly Seen[];

  /** Approves a reviewed plan, without some of its changes. Others may then change the workspace. */
  constructor(
    reviewed: readonly Planned[] | undefined,
    { leftOut, after }: Reviewed,
    { world, address }: Place,
  ) {
    const all = (reviewed ?? []).flatMap((one) => changesOf(one, address));
    const without = new Set(leftOut.map((choice) => choice % Math.max(1, all.length)));
    const approved = all.filter((_, at) => !without.has(at));
    this.#seen = approved.map(({ seen }) => seen);
    const isSafe = approved.every(({ seen }) => !this.#isBeside(seen, world.objects()));
    this.coversAll = reviewed !== undefined && approved.length === all.length && after.length === 0 && isSafe;
    writeFileSync(this.file, writeApproval(approved.map(({ change }) => change)));
    for (const change of after) world.change(change);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  /**
   * Checks that an approval covers each write. `before` has the objects as they were when the apply began;
   * undefined if others changed them meanwhile.
   */
  checkWrites(writes: readonly Write[], before: readonly SimulatedObject[] | undefined): void {
    for (const write of writes) {
      const found = before?.find(({ id }) => id === write.id);
      const covered = this.#seen.filter((seen) => covers(seen, write));
      if (covered.some((seen) => found === undefined || seen.before === null || isSame(seen.before, found)))
        continue;
      const facts = [write, found ?? null, this.#seen].map((one) => JSON.stringify(one));
      throw new Violation(`No approval covers this write:\n${facts.join("\n")}`);
    }
  }

  /**
   * Checks that a plan passes only with approved changes. The plan of a replace shows only its create, and its first
   * step may look like an update. `unmanaged` has the objects that the plan had to see.
   */
  checkPlanned(planned: readonly Planned[], unmanaged: readonly SimulatedObject[]): void {
    for (const { seen } of planned
      .filter(({ plan }) => plan.action !== "replace")
      .flatMap((one) => changesOf(one))) {
      if (this.#isBeside(seen, unmanaged))
        throw new Violation(`A create passes beside an object of its name: ${JSON.stringify(seen)}`);
      const replace: readonly Seen[] = [
        { ...seen, action: "delete", after: null },
        { ...seen, action: "create", id: null, before: null },
      ];
      if (this.#has(seen) || (seen.action === "update" && replace.every((part) => this.#has(part)))) continue;
      throw new Violation(`A plan with this change passes without its approval: ${JSON.stringify(seen)}`);
    }
  }

  /** Reports whether a change creates an object beside one of its name that the reviewers did not see. */
  #isBeside({ kind, action, id, after }: Seen, objects: readonly SimulatedObject[]): boolean {
    if (action !== "create" || id !== null) return false;
    return objects.some(
      (one) =>
        one.kind === kind &&
        isSameText(one.name, after!.name) &&
        !this.#seen.some((seen) => seen.id === one.id && seen.kind === kind),
    );
  }

  #has({ kind, action, id, before, after }: Seen): boolean {
    const isSameSide = (one: Texts | null, other: Texts | null) =>
      one === null || other === null ? one === other : sameTexts(one, other);
    return this.#seen.some(
      (one) =>
        one.kind === kind &&
        one.action === action &&
        one.id === id &&
        isSameSide(one.before, before) &&
        isSameSide(one.after, after),
    );
  }

  /** Checks that the creates of an apply are not more than the approved ones with the same texts. */
  checkCounts(planned: readonly Planned[], applied: readonly Applied[]): void {
    const isDone = ({ slot }: Planned) => applied.some((one) => one.slot === slot && one.isDone);
    const made = planned
      .filter((one) => isDone(one) && (one.plan.action === "create" || one.plan.action === "replace"))
      .flatMap((one) => changesOf(one))
      .flatMap(({ seen }) => (seen.action === "create" && seen.id === null ? [seen] : []));
    for (const create of made) {
      const alike = (one: Seen) =>
        one.action === "create" &&
        one.id === null &&
        one.kind === create.kind &&
        sameTexts(one.after!, create.after!);
      const [now, approved] = [made, this.#seen].map((all) => all.filter(alike).length) as [number, number];
      if (now > approved)
        throw new Violation(`${now} creates ${JSON.stringify(create)}, and ${approved} are approved.`);
    }
  }
}

function covers({ kind, action, id, after }: Seen, write: Write): boolean {
  if (kind !== write.kind) return false;
  // An adoption is approved as a create, and sent as an update.
  const isSent = action === write.action || (action === "create" && id !== null && write.action === "update");
  if (!isSent || id !== write.id) return false;
  if (after === null) return true;
  // A cluster whose description is not declared is updated without one.
  return (
    isSameText(after.name, write.name ?? "") &&
    (write.text === undefined || isSameText(after.text, write.text))
  );
}

function isSame(before: Texts, found: SimulatedObject): boolean {
  return sameTexts(before, textsIn(found));
}

interface Entry {
  readonly seen: Seen;
  readonly change: ReviewedChange;
}

/** Returns what a review approves of a plan: a replace is a delete and a create. */
function changesOf({ slot, instance: { state }, plan: { action, planned } }: Planned, address = ""): Entry[] {
  const { kind } = slot;
  if (action === "no-op") return [];
  const actions: readonly Action[] = action === "replace" ? ["delete", "create"] : [action];
  return actions.map((one) => {
    const adopted = planned?.["adopted"] === true ? (planned["id"] as string) : null;
    const id = one === "create" ? adopted : (state!["id"] as string);
    const before = one === "create" ? null : state;
    const after = one === "delete" ? null : planned;
    const linked = Number(state?.["associated_count"] ?? 0);
    return {
      seen: {
        kind,
        action: one,
        id,
        before: before && textsOf(kind, before),
        after: after && textsOf(kind, after),
      },
      change: {
        kind,
        action: one,
        id,
        before: before && contentOf(kind, (name) => before[name]),
        after: after && contentOf(kind, (name) => after[name]),
        ...(kind === "cluster" && one === "delete" && { linked }),
        workspace: { address, workspaceId: credentials.workspace_id },
        resource: { stack: "model", address: slot.address },
      },
    };
  });
}
