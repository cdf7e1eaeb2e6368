import { objectShape } from "./objects";
import { attributesOf, type Type } from "./types";
import type { ObjectValue, Value } from "./value";

/** Returns a parsed non-null value if it certainly is of the type, else undefined. */
type Converter = (parsed: unknown) => Value | undefined;

/** Matches the end of every key. With as many matches as attributes, no key occurs twice. */
const KEY_END = /"[ \n\r\t]*:/g;

/** Matches a number that `JSON.parse` may round, possibly to an integer. */
const FRACTION = /"[ \n\r\t]*:[ \n\r\t]*-?\d+[.eE]/;

type PlainDecoder = (text: string) => ObjectValue | undefined;

/**
 * Returns a decoder that uses `JSON.parse`, at a third of the time, for objects of strings, bools, numbers
 * and lists of strings; undefined for other types. The decoder returns undefined for every text that it might
 * decode wrongly (large numbers, duplicate keys) or that is invalid: the token reader decodes those.
 */
export function plainDecoder(type: Type & { readonly kind: "object" }): PlainDecoder | undefined {
  const attributes = attributesOf(type).map(({ name, type: of }) => ({ name, convert: converterFor(of) }));
  if (attributes.some(({ convert }) => convert === undefined)) return undefined;
  const converters = attributes as { name: string; convert: Converter }[];
  const hasNumbers = converters.some(({ convert }) => convert === asNumber);
  const Shape = objectShape();
  return (text) => {
    if (hasNumbers && FRACTION.test(text)) return undefined;
    const parsed = parseJsonObject(text);
    if (parsed === undefined || text.match(KEY_END)?.length !== converters.length) return undefined;
    const object = new Shape();
    // An index loop, because an iterator would take as long as decoding the attribute.
    for (let place = 0; place < converters.length; place += 1) {
      const { name, convert } = converters[place]!;
      const found = Object.hasOwn(parsed, name) ? parsed[name] : undefined;
      const value = found === null ? null : convert(found);
      if (value === undefined) return undefined;
      object[name] = value;
    }
    return object;
  };
}

function converterFor(type: Type): Converter | undefined {
  switch (type.kind) {
    case "string":
      return asString;
    case "bool":
      return (parsed) => (typeof parsed === "boolean" ? parsed : undefined);
    case "number":
      return asNumber;
    case "list":
      return type.element.kind === "string" ? asStrings : undefined;
    default:
      return undefined;
  }
}

function asString(parsed: unknown): string | undefined {
  return typeof parsed === "string" && parsed.isWellFormed() ? parsed : undefined;
}

function asNumber(parsed: unknown): number | undefined {
  return Number.isSafeInteger(parsed) && !Object.is(parsed, -0) ? (parsed as number) : undefined;
}

function asStrings(parsed: unknown): readonly Value[] | undefined {
  if (!Array.isArray(parsed)) return undefined;
  const items: readonly unknown[] = parsed;
  const areTexts = items.every((item) => item === null || asString(item) !== undefined);
  return areTexts ? (items as readonly Value[]) : undefined;
}

/** Returns the object that a JSON text holds; undefined for another value and for invalid JSON. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
