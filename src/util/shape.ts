import { isObject, type JsonObject } from "./json";

/** The message names the place of the first fault: `entries[0].kind is not a text`. */
export class ShapeError extends Error {}

/** Returns the value or throws a ShapeError. `place` is the path of the value; "" for a whole file. */
export type Shape<T = unknown> = (value: unknown, place: string) => T;

/** A member whose name ends with `?` is optional. */
type Members<Shapes> = {
  readonly [K in keyof Shapes as K extends `${string}?` ? never : K]: ValueOf<Shapes[K]>;
} & { readonly [K in keyof Shapes as K extends `${infer Name}?` ? Name : never]?: ValueOf<Shapes[K]> };
type ValueOf<S> = S extends Shape<infer T> ? T : never;

function refuse(place: string, problem: string): never {
  throw new ShapeError(`${place || "the file"} ${problem}`);
}

/** In the message, `words` follow "is not". */
export function is<T>(words: string, accepts: (value: unknown) => boolean): Shape<T> {
  return (value, place) => (accepts(value) ? (value as T) : refuse(place, `is not ${words}`));
}

export const text = is<string>("a text", (value) => typeof value === "string");
export const flag = is<boolean>("true or false", (value) => typeof value === "boolean");
export const object = is<JsonObject>("an object", isObject);

export function textLike(words: string, pattern: RegExp): Shape<string> {
  const isLike = is<string>(words, (value) => pattern.test(String(value)));
  return (value, place) => isLike(text(value, place), place);
}

export function wholeFrom(least: number, most = Number.MAX_SAFE_INTEGER): Shape<number> {
  const to = most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : "";
  const isWithin = (value: unknown) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
  return is(`a whole number from ${least}${to}`, isWithin);
}

export function oneOf<const T extends string | null>(choices: readonly T[]): Shape<T> {
  const names = choices.map((choice) => JSON.stringify(choice));
  const problem = names.length === 1 ? `is not ${names[0]}` : `is none of ${names.join(", ")}`;
  return (value, place) => (choices.includes(value as T) ? (value as T) : refuse(place, problem));
}

export function either<C extends string | null, T>(choices: readonly C[], other: Shape<T>): Shape<C | T> {
  return (value, place) => (choices.includes(value as C) ? (value as C) : other(value, place));
}

export function listOf<T>(item: Shape<T>, least = 0): Shape<readonly T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) return refuse(place, "is not a list");
    if (value.length < least) refuse(place, "is empty");
    value.forEach((one, at) => item(one, `${place}[${at}]`));
    return value as T[];
  };
}

const below = (place: string, name: string) => (place === "" ? name : `${place}.${name}`);

/** The object may have further members. */
export function having(shapes: Readonly<Record<string, Shape>>): Shape<JsonObject> {
  return (value, place) => {
    const given = object(value, place);
    for (const [name, check] of Object.entries(shapes)) check(given[name], below(place, name));
    return given;
  };
}

export function members<Shapes extends Readonly<Record<string, Shape>>>(
  shapes: Shapes,
): Shape<Members<Shapes>> {
  const known = Object.entries(shapes).map(([key, check]) => ({
    name: key.replace(/\?$/, ""),
    isOptional: key.endsWith("?"),
    check,
  }));
  const names = known.map(({ name }) => name);
  const which = names.length === 0 ? "although it takes none" : `which is none of ${names.join(", ")}`;
  return (value, place) => {
    const given = object(value, place);
    const missing = known.find(({ name, isOptional }) => !isOptional && given[name] === undefined);
    if (missing !== undefined) refuse(below(place, missing.name), "is missing");
    const other = Object.keys(given).find((name) => !names.includes(name));
    if (other !== undefined) refuse(place, `has the key ${visible(other)}, ${which}`);
    for (const { name, check } of known)
      if (given[name] !== undefined) check(given[name], below(place, name));
    return given as Members<Shapes>;
  };
}

/** A name from outside may contain characters that a terminal or page would hide. */
function visible(name: string): string {
  const code = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(name.slice(0, 80)).replace(/[^\x20-\x7e]/g, code);
}
