import type { SimulatedObject } from "../../../src/simulator";
import { rewriting } from "../../programs/dialects";
import { Violation } from "../../programs/invariants";
import type { Step } from "../../programs/program";
import type { Planned } from "./checks";
import { sameTexts, textAttribute, textsIn, textsOf, type Texts } from "./texts";
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

/** Matches the summary of a message about the edit of an object. Its attributes are missing for a delete. */
const LOSES_EDIT =
  /\((\S+)\)(?:: this plan overwrites an edit made in Outreach \((.*)\)| was .*, and its delete discards these changes)$/;

/** Knows what the provider last wrote, adopted or imported, and so what others have edited since. */
export class Edits {
  /** The texts that the state has had of an object, the accepted ones first. */
  readonly #known = new Map<string, Texts[]>();
  /** The objects that only the provider has written. */
  readonly #own = new Set<string>();
  readonly #world: CoreWorld;

  constructor(world: CoreWorld) {
    this.#world = world;
  }

  /** Records the content of an object that the state has as accepted. */
  accept(id: string | undefined): void {
    const object = this.#world.object(id);
    if (object === undefined) return;
    this.#known.set(object.id, [textsIn(object)]);
    this.#world.touched.delete(object.id);
    // A server that stores other texts than it is sent edits them itself.
    const { dialect } = this.#world.simulator;
    if (!rewriting.some((style) => style === dialect.storedText)) this.#own.add(object.id);
  }

  /** Records that a write may have changed the object, and that its result is not known. */
  forget(id: string | undefined): void {
    if (id !== undefined) this.#known.delete(id);
  }

  /** Records that it is not known any more which objects only the provider has written. */
  forgetOwn(): void {
    this.#own.clear();
  }

  /** Records the texts that the state has now. */
  observe(): void {
    for (const slot of this.#world.slots) {
      const [{ state }, known] = [slot.instance, this.#known.get(idOf(slot) ?? "")];
      if (state === null || known === undefined) continue;
      const texts = textsOf(slot.kind, state);
      if (!sameTexts(known.at(-1)!, texts)) known.push(texts);
    }
  }

  /** Checks that no message takes a text that the provider has written for an edit. */
  checkSaid(printed: string): void {
    for (const line of printed.split("\n")) {
      const [, id = ""] = LOSES_EDIT.exec(line) ?? [];
      if (this.#own.has(id) && !this.#world.touched.has(id))
        throw new Violation(`A text that the provider wrote counts as an edit made in Outreach:\n${line}`);
    }
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
    const known = this.#known.get(id);
    // Terraform does not show the provider a tainted object in a plan.
    if (before === undefined || known === undefined || changed.has(id) || instance.tainted === true)
      return [];
    const edited = textsIn(before);
    const left = after === undefined ? plan.planned && textsOf(kind, plan.planned) : textsIn(after);
    const lost = PARTS.filter((part) =>
      loses(
        known.map((texts) => texts[part]),
        edited[part],
        left && left[part],
      ),
    );
    return lost.map((part) => (part === "name" ? part : textAttribute(kind)));
  }
}

/**
 * Reports whether a text that is left loses an edit: it lacks a line that the edited text has more often than one of the
 * earlier texts, or still has a line that the edited text has less often. Not the provider's function, which may be wrong.
 */
function loses(earlier: readonly string[], edited: string, left: string | null): boolean {
  const [texts, now] = [earlier.map(linesOf), linesOf(edited)];
  const after = left === null ? [] : linesOf(left);
  const count = (lines: readonly string[], line: string) => lines.filter((one) => one === line).length;
  return [...new Set([...texts.flat(), ...now])].some((line) => {
    const [counts, current, next] = [
      texts.map((one) => count(one, line)),
      count(now, line),
      count(after, line),
    ];
    const isAdded = counts.some((one) => one < current);
    const isRemoved = counts.some((one) => one > current);
    return left === null
      ? isAdded || isRemoved
      : (isAdded && next < current) || (isRemoved && next > current);
  });
}

function linesOf(text: string): string[] {
  return text
    .normalize("NFC")
    .trim()
    .split(/\r?\n/)
    .filter((line) => line !== "");
}

/** Reports whether the summary of a message names an object and the attributes. */
function isNamed(id: string, attributes: readonly string[], printed: string): boolean {
  return printed.split("\n").some((line) => {
    const [, object, named] = LOSES_EDIT.exec(line) ?? [];
    if (object !== id) return false;
    return named === undefined || attributes.every((attribute) => named.split(", ").includes(attribute));
  });
}
