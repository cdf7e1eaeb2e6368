import { type Action, type Change, type Digests, type Entry, notKnown, UNKNOWN } from "./format";
import type { Digester } from "./digests";

/** The approval knows the attributes in `notKnown`, but the plan does not. */
export type Refusal =
  | { readonly is: "used up"; readonly times: number }
  | { readonly is: "more linked"; readonly approved: number }
  | { readonly is: "changed since"; readonly attributes: readonly string[] }
  | {
      readonly is: "other content";
      readonly attributes: readonly string[];
      readonly notKnown: readonly string[];
    }
  /** Only one of the two creates adopts an object, or each adopts another object. */
  | { readonly is: "other object" }
  | { readonly is: "other workspace" }
  | { readonly is: "other action"; readonly action: Action }
  | { readonly is: "not approved" };

const BY_NEARNESS: readonly Refusal["is"][] = [
  "used up",
  "more linked",
  "changed since",
  "other content",
  "other object",
  "other workspace",
  "other action",
  "not approved",
];

export function nearest(refusals: readonly Refusal[]): Refusal {
  const rank = ({ is }: Refusal) => BY_NEARNESS.indexOf(is);
  return refusals.reduce((best, one) => (rank(one) < rank(best) ? one : best), { is: "not approved" });
}

export function compare(change: Change, entry: Entry, digester: Digester): Refusal | undefined {
  const { kind, action } = change;
  if (entry.action !== action) return { is: "other action", action: entry.action };
  if (entry.workspace !== digester.workspace(change.workspace)) return { is: "other workspace" };
  if (!matches(entry.object, digester.object(kind, change.id))) return { is: "other object" };
  const after = different(entry.after, digester.content(kind, change.after));
  if (after.length > 0) {
    const unknown = after.filter((attribute) => change.after?.[attribute] === notKnown);
    return { is: "other content", attributes: after, notKnown: unknown };
  }
  const before = different(entry.before, digester.content(kind, change.before));
  if (before.length > 0) return { is: "changed since", attributes: before };
  return compareLinked(change, entry);
}

/** A negative number is invalid, so only the same number in the approval covers it. */
function compareLinked({ linked = 0 }: Change, { linked: approved }: Entry): Refusal | undefined {
  if (approved === undefined || approved === UNKNOWN || linked === approved) return undefined;
  const most = Math.max(approved, 0);
  const isFewer = typeof linked === "number" && linked >= 0 && linked <= most;
  return isFewer ? undefined : { is: "more linked", approved: most };
}

function matches(approved: string | null, planned: string | null): boolean {
  return approved === UNKNOWN || approved === planned;
}

function different(approved: Digests | null, planned: Digests | null): string[] {
  const attributes = Object.keys({ ...approved, ...planned });
  return attributes.filter((one) => !matches(approved?.[one] ?? null, planned?.[one] ?? null));
}
