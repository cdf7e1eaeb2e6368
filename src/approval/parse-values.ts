import { isObject, type JsonObject } from "../shared/json";

/** What is wrong at which place of a file. */
export class ParseError extends Error {}

/** Throws a ParseError. `problem` follows the place. */
export function refuse(place: string, problem: string): never {
  throw new ParseError(`${place} ${problem}`);
}

export function object(value: unknown, place: string): JsonObject {
  return isObject(value) ? value : refuse(place, "is not an object");
}

export function list(value: unknown, place: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(place, "is not a list");
}

export function text(value: unknown, place: string): string {
  return typeof value === "string" ? value : refuse(place, "is not a text");
}

/** How a text must look, as a pattern and in words. */
interface Form {
  readonly pattern: RegExp;
  readonly words: string;
}

export const A_DIGEST: Form = { pattern: /^[\w-]{43}$/, words: "a digest: 43 characters of base64url" };

export function textLike(value: unknown, place: string, { pattern, words }: Form): void {
  if (!pattern.test(text(value, place))) refuse(place, `is not ${words}`);
}

export function oneOf(value: unknown, place: string, choices: readonly unknown[]): void {
  if (choices.includes(value)) return;
  const names = choices.map((choice) => JSON.stringify(choice));
  refuse(place, names.length === 1 ? `is not ${names[0]}` : `is none of ${names.join(", ")}`);
}

interface Keys {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
}

/** Refuses a missing key, and one that is not listed. `place` is empty for the whole file. */
export function checkKeys(value: JsonObject, place: string, { required, optional = [] }: Keys): void {
  const missing = required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) refuse(place === "" ? missing : `${place}.${missing}`, "is missing");
  const allowed = [...required, ...optional];
  const isOther = Object.keys(value).some((key) => !allowed.includes(key));
  // The other key is not quoted, because it may hold any character.
  if (isOther) refuse(place || "the file", `has a key that is none of ${allowed.join(", ")}`);
}
