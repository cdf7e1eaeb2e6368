import type { SimulatedObject } from "../../../src/simulator";
import { isSameText, Violation } from "../../programs/invariants";
import type { Step } from "../../programs/program";
import type { Planned } from "./checks";
import { textAttribute, textsIn, textsOf, type Texts } from "./texts";
import { idOf, type CoreWorld } from "./world";

/** A plan that was carried out. */
interface CarriedOut {
  readonly planned: readonly Planned[];
  /** What the plan printed. */
  readonly printed: string;
  /** The objects as the plan found them. */
  readonly found: readonly SimulatedObject[];
  /** The ids of objects that others changed between the plan and the apply. */
  readonly changed: ReadonlySet<string>;
  readonly mode: Step["outsideEdits"];
  readonly approved: boolean;
}

const PARTS = ["name", "text"] as const;

/** Knows what the provider last wrote, adopted or imported, and so what others have edited since. */
export class Edits {
  readonly #accepted = new Map<string, Texts>();
  readonly #world: CoreWorld;

  constructor(world: CoreWorld) {
    this.#world = world;
  }

  /** Records the content of an object that the state has as accepted. */
  accept(id: string | undefined): void {
    const object = this.#world.object(id);
    if (object !== undefined) this.#accepted.set(object.id, textsIn(object));
  }

  /** Records that a write may have changed the object, and that its result is not known. */
  forget(id: string | undefined): void {
    if (id !== undefined) this.#accepted.delete(id);
  }

  /** Checks that the plan has named each edit that its apply overwrote or deleted, and that "fail" refused it. */
  check(run: CarriedOut): void {
    if (run.mode === "overwrite") return;
    for (const one of run.planned) {
      const lost = this.#lostIn(one, run);
      if (lost.length === 0) continue;
      const id = idOf(one)!;
      if (run.mode === "fail" && !run.approved)
        throw new Violation(
          `outside_edits = "fail" has let the edit of ${id} (${lost.join(", ")}) get lost.`,
        );
      if (isNamed(id, lost, run.printed)) continue;
      throw new Violation(
        `The ${one.plan.action} of ${id} lost the edit of ${lost.join(", ")}, and the plan only said:\n${run.printed}`,
      );
    }
  }

  /** Returns the attributes whose edit an apply has removed from the server. */
  #lostIn({ slot: { kind }, instance, plan }: Planned, { found, changed }: CarriedOut): string[] {
    const id = idOf({ instance })!;
    const [before, after] = [found.find((object) => object.id === id), this.#world.object(id)];
    const accepted = this.#accepted.get(id);
    // Terraform does not show the provider a tainted object in a plan.
    if (before === undefined || accepted === undefined || changed.has(id) || instance.tainted === true)
      return [];
    const edited = textsIn(before);
    const left = after === undefined ? plan.planned && textsOf(kind, plan.planned) : textsIn(after);
    const lost = PARTS.filter(
      (part) =>
        !isSameText(edited[part], accepted[part]) && (left === null || !isSameText(edited[part], left[part])),
    );
    return lost.map((part) => (part === "name" ? part : textAttribute(kind)));
  }
}

/** Reports whether the summary of a warning names an object and the attributes. */
function isNamed(id: string, attributes: readonly string[], printed: string): boolean {
  const lines = printed.split("\n").filter((line) => line.includes(`(${id})`));
  return lines.some((line) => {
    if (line.endsWith("its delete discards these changes")) return true;
    const [, named] = /overwrites an edit made in Outreach \((.*)\)$/.exec(line) ?? [];
    return attributes.every((attribute) => named?.split(", ").includes(attribute));
  });
}
