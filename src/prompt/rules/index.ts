import type { Braces } from "../braces";
import { conflict } from "./conflict";
import { doubled } from "./doubled";
import { empty } from "./empty";
import { fallback } from "./fallback";
import { nearly } from "./nearly";
import type { Match } from "./rule";
import { surplus } from "./surplus";
import { unclosed } from "./unclosed";
import { unknown } from "./unknown";

/** The rules for braces. The first rule that matches counts. */
const BRACE_RULES = [doubled, surplus, fallback, nearly, empty, unclosed] as const;

/** All rules, in the order of the documentation. */
export const RULES = [...BRACE_RULES, conflict, unknown] as const;

export type FindingKind = (typeof RULES)[number]["code"];

/** A match, with the code of its rule and its place in the prompt. */
export interface Found extends Match {
  readonly kind: FindingKind;
  /** Offset of the first brace or marker. */
  readonly start: number;
}

/** Returns the match of the first rule that matches; undefined if none does. */
export function findIn(braces: Braces): Found | undefined {
  for (const { code, find } of BRACE_RULES) {
    const match = find(braces);
    if (match !== undefined) return { kind: code, start: braces.start, ...match };
  }
  return undefined;
}
