import { masker } from "../../shared/mask";
import { SHORT_ESCAPES } from "../../shared/readings";
import type { Mask } from "../../shared/secrets";

/**
 * Text beyond this is never shown, so it is not searched either: a hostile answer of many megabytes must not cost
 * seconds. In UTF-16 code units.
 */
const SEARCHED_LENGTH = 64 * 1024;

/** More than the escapes of one reading make of one UTF-16 code unit. */
const LONGEST_SPELLING = 24;

/** Makes text from outside fit for an error message or a log: at most `limit` code points on one line, without secrets. */
export type Present = (text: string, limit: number) => string;

/**
 * Presents text that other programs have written: the server, a proxy, the system. Only such text is masked, never a
 * sentence of our own: with a user id such as `workspace`, that could not be read. `contents` are the names and prompts of
 * the request, which may come from a sensitive variable and be repeated by the server.
 */
export function presenter(secrets: readonly string[], contents: readonly string[] = []): Present {
  const longest = Math.max(0, ...secrets.map(({ length }) => length)) * LONGEST_SPELLING;
  // Made when something is to be shown: in most processes nothing is, and the first read would wait for it.
  let mask: Mask | undefined;
  return (text, limit) => present(text, limit, (mask ??= masker(secrets, contents)), longest);
}

function present(text: string, limit: number, mask: Mask, longest: number): string {
  const searched = text.slice(0, SEARCHED_LENGTH);
  let shown = mask(searched);
  // The cut may have left the start of a secret at the end, where the search cannot see it.
  if (searched.length < text.length) shown = shown.slice(0, Math.max(0, shown.length - longest));
  return truncate(shown, limit);
}

/** Line breaks, control and format characters (which can hide or reorder text on a terminal) and broken surrogates. */
// No literal: V8 looks up the characters of one in every process, also where nothing is ever shown.
const invisible = () => new RegExp(String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]`, "gu");

function visible(character: string): string {
  const escape = SHORT_ESCAPES[character];
  return escape === undefined ? `\\u{${character.codePointAt(0)!.toString(16)}}` : `\\${escape}`;
}

function truncate(text: string, limit: number): string {
  // Twice as many code units hold at least `limit` code points; splitting the whole text would be wasteful.
  const characters = Array.from(text.slice(0, 2 * limit + 1).trim());
  const kept = characters.slice(0, limit).join("").replace(invisible(), visible);
  return characters.length > limit ? `${kept}…` : kept;
}
