import { element, type Markup } from "../../../page/markup";
import type { Diagnostic } from "../../engine/diagnostics";
import { capitalized } from "../../shared/text";
import type { ObjectChange, Totals } from "../model/review";
import { TOTALS_IN_ORDER } from "../model/totals";

/** What an entry of the page can be filtered by. */
export type Kind = keyof Totals;

/** Tell the kinds apart without their colours. */
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
};

/** The sign, which a screen reader leaves out, and the word. */
export function labelOf(kind: Kind): Markup {
  return element`${signOf(kind)} ${capitalized(kind)}`;
}

export function signOf(kind: Kind): Markup {
  return element`<span class="sign" aria-hidden="true">${SIGNS[kind]}</span>`;
}

export function badge(kind: Kind): Markup {
  return element`<span class="badge ${kind}">${labelOf(kind)}</span> `;
}

/** `to delete`, `2 warnings` without the number. */
export function counted(kind: Kind, count: number): string {
  if (kind === "drift") return "changed outside";
  if (kind !== "error" && kind !== "output" && kind !== "warning") return `to ${kind}`;
  return count === 1 ? kind : `${kind}s`;
}

export function kindsOfTotals(totals: Totals): Kind[] {
  return TOTALS_IN_ORDER.filter((kind) => totals[kind] > 0);
}

/** The kinds of a change, what its badge shows first. */
export function kindsOfChange(change: ObjectChange): Kind[] {
  return [
    ...(change.action === "none" ? [] : [change.action]),
    ...(change.importId === null ? [] : ["import" as const]),
    ...(change.previousAddress === null ? [] : ["move" as const]),
    ...severitiesOf(change.warnings),
  ];
}

export function severitiesOf(diagnostics: readonly Diagnostic[]): Diagnostic["severity"][] {
  return [...new Set(diagnostics.map(({ severity }) => severity))];
}
