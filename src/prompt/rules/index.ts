import type { Place } from "../place";
import { doubled } from "./doubled";
import { empty } from "./empty";
import { fallback } from "./fallback";
import { nearly } from "./nearly";
import type { Match } from "./rule";
import { surplus } from "./surplus";
import { unclosed } from "./unclosed";
import { unknown } from "./unknown";

/** Those that look at braces. Of several that match, the first one counts. */
export const BRACE_RULES = [doubled, surplus, fallback, nearly, empty, unclosed] as const;

/** All that there are, in the order of the documentation. */
export const RULES = [...BRACE_RULES, unknown] as const;

/** The code of a kind of mistake. */
export type FindingKind = (typeof RULES)[number]["code"];

/** What the first rule that matches says of braces. */
export function matchOf(place: Place): (Match & { readonly kind: FindingKind }) | undefined {
  for (const { code, find } of BRACE_RULES) {
    const match = find(place);
    if (match !== undefined) return { kind: code, ...match };
  }
  return undefined;
}
