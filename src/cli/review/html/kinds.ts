import type { Diagnostic, ObjectChange, Totals } from "../model";
import { TOTALS_IN_ORDER } from "../totals";
import { element, type Markup } from "./escape";

/** What an entry of the page can be filtered by. */
export type Kind = keyof Totals;

interface KindLabel {
  /** Tells the kinds apart without their colours. */
  readonly sign: string;
  /** On badges and filters. */
  readonly word: string;
  /** After a number other than 1, and after 1. */
  readonly counted: readonly [many: string, one: string];
}

const LABELS: Readonly<Record<Kind, KindLabel>> = {
  error: { sign: "✕", word: "Error", counted: ["errors", "error"] },
  delete: { sign: "−", word: "Delete", counted: ["to delete", "to delete"] },
  replace: { sign: "±", word: "Replace", counted: ["to replace", "to replace"] },
  forget: { sign: "∅", word: "Forget", counted: ["to forget", "to forget"] },
  update: { sign: "~", word: "Update", counted: ["to update", "to update"] },
  create: { sign: "+", word: "Create", counted: ["to create", "to create"] },
  import: { sign: "↓", word: "Import", counted: ["to import", "to import"] },
  move: { sign: "→", word: "Move", counted: ["to move", "to move"] },
  drift: { sign: "≠", word: "Drift", counted: ["changed outside", "changed outside"] },
  output: { sign: "=", word: "Output", counted: ["outputs", "output"] },
  warning: { sign: "!", word: "Warning", counted: ["warnings", "warning"] },
};

/** The sign, which a screen reader leaves out, and the word. */
export function labelOf(kind: Kind): Markup {
  return element`${signOf(kind)} ${wordOf(kind)}`;
}

export function wordOf(kind: Kind): string {
  return LABELS[kind].word;
}

export function signOf(kind: Kind): Markup {
  return element`<span class="sign" aria-hidden="true">${LABELS[kind].sign}</span>`;
}

export function badge(kind: Kind): Markup {
  return element`<span class="badge ${kind}">${labelOf(kind)}</span> `;
}

/** `to delete`, `2 warnings` without the number. */
export function counted(kind: Kind, count: number): string {
  return LABELS[kind].counted[count === 1 ? 1 : 0];
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
