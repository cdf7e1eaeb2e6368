import { element, type Markup } from "../../../render/markup";
import { capitalized } from "../../../util/text";
import type { Entry } from "../model/groups";
import type { Totals } from "../model/review";
import { TOTALS_IN_ORDER } from "../model/totals";

/** The kind of an entry, by which a reader can filter. */
export type Kind = keyof Totals | "outlier" | "acknowledged";

/** The signs that show a kind to a reader who does not see its colour. */
const SIGNS: Readonly<Record<Kind, string>> = {
  error: "✕",
  delete: "−",
  replace: "±",
  forget: "∅",
  update: "~",
  create: "+",
  import: "↓",
  move: "→",
  drift: "≠",
  output: "=",
  warning: "!",
  outlier: "?",
  acknowledged: "✓",
};

/** Returns the sign and the name of a kind, such as `− Delete`. */
export function labelOf(kind: Kind): Markup {
  return element`${signOf(kind)} ${capitalized(kind)}`;
}

/** Returns the sign of a kind, which a screen reader skips. */
export function signOf(kind: Kind): Markup {
  return element`<span class="sign" aria-hidden="true">${SIGNS[kind]}</span>`;
}

export function badge(kind: Kind): Markup {
  return element`<span class="badge ${kind}">${labelOf(kind)}</span> `;
}

/** Returns the kinds that occur, the most dangerous first. */
export function kindsOfTotals(totals: Totals): (keyof Totals)[] {
  return TOTALS_IN_ORDER.filter((kind) => totals[kind] > 0);
}

/** Returns the kinds of an entry; the first kind decides its colour. */
export function kindsOfEntry({ change, danger, pairedBy }: Entry): Kind[] {
  const kinds: (Kind | false)[] = [
    change.action !== "none" && change.action,
    change.importId !== null && "import",
    (pairedBy === "name" || pairedBy === "prompt") && "create",
    (pairedBy === "id" || change.previousAddress !== null) && "move",
    (change.undoesDrift || change.lostEdit !== null) && "drift",
    change.warnings.length > 0 && "warning",
    danger === "outlier" && "outlier",
  ];
  return kinds.filter((kind) => kind !== false);
}
