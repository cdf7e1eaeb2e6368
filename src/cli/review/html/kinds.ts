import type { Diagnostic, ObjectChange, Totals } from "../model";

/** What an entry of the page can be filtered by; in the order they are named, most dangerous first. */
export const KINDS = [
  "error",
  "delete",
  "replace",
  "forget",
  "update",
  "create",
  "import",
  "move",
  "drift",
  "output",
  "warning",
] as const satisfies readonly (keyof Totals)[];

export type Kind = (typeof KINDS)[number];

interface KindLabel {
  /** Tells the kinds apart without their colours. */
  readonly sign: string;
  /** On badges and filters. */
  readonly label: string;
  /** Behind a number other than 1, and behind 1. */
  readonly counted: readonly [many: string, one: string];
}

export const LABELS: Readonly<Record<Kind, KindLabel>> = {
  error: { sign: "✕", label: "Error", counted: ["errors", "error"] },
  delete: { sign: "−", label: "Delete", counted: ["to delete", "to delete"] },
  replace: { sign: "±", label: "Replace", counted: ["to replace", "to replace"] },
  forget: { sign: "∅", label: "Forget", counted: ["to forget", "to forget"] },
  update: { sign: "~", label: "Update", counted: ["to update", "to update"] },
  create: { sign: "+", label: "Create", counted: ["to create", "to create"] },
  import: { sign: "↓", label: "Import", counted: ["to import", "to import"] },
  move: { sign: "→", label: "Move", counted: ["to move", "to move"] },
  drift: { sign: "≠", label: "Drift", counted: ["changed outside", "changed outside"] },
  output: { sign: "=", label: "Output", counted: ["outputs", "output"] },
  warning: { sign: "!", label: "Warning", counted: ["warnings", "warning"] },
};

/** `to delete`, `2 warnings` without the number. */
export function counted(kind: Kind, count: number): string {
  return LABELS[kind].counted[count === 1 ? 1 : 0];
}

export function kindsOfTotals(totals: Totals): Kind[] {
  return KINDS.filter((kind) => totals[kind] > 0);
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
