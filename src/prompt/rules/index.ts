import type { Braces } from "../braces";
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

/** What a rule says of braces, and where. */
export interface Found extends Match {
  readonly kind: FindingKind;
  /** Offset of the first brace. */
  readonly start: number;
}

/** What the first rule that matches says of braces. */
export function findIn(braces: Braces): Found | undefined {
  for (const { code, find } of BRACE_RULES) {
    const match = find(braces);
    if (match !== undefined)
      return { kind: code, start: braces.start, text: match.text, suggestion: match.suggestion };
  }
  return undefined;
}
