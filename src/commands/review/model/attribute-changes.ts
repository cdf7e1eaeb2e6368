import type { TextDiff } from "../../../render/diff/rows";
import { diffTexts } from "../../../render/diff/text-diff";
import { isList, isObject, type JsonValue, sameJson, sorted } from "../../../util/json";
import { compareText } from "../../../util/lists";
import type { AttributeChange, Value } from "./review";
import {
  hasMark,
  isAbsent,
  keysOf,
  partOf,
  sameMarks,
  type Side,
  unionOfMarks,
} from "../../../estate/engine/plan-sides";

const MAX_SHORT_TEXT_LENGTH = 60;

type Path = readonly (string | number)[];

export function attributeChanges(
  before: Side,
  after: Side,
  texts: readonly string[] = [],
  replacePaths: readonly Path[] = [],
): AttributeChange[] {
  const changesAt = (path: Path, old: Side, next: Side): AttributeChange[] => {
    if (isUnchanged(path, old, next)) return [];
    const parts = commonParts(old, next, path.length === 0);
    if (parts !== undefined)
      return parts.flatMap((step) => changesAt([...path, step], partOf(old, step), partOf(next, step)));
    const forcesReplace = replacePaths.some((forcing) =>
      forcing.every((step, i) => i >= path.length || step === path[i]),
    );
    // The other side may hold the same secret without a mark, so both sides are redacted.
    const sensitive = unionOfMarks(old.sensitive, next.sensitive);
    const isKeyOfNull = isAbsent(old) && isAbsent(next);
    const [before, after] = [old, next].map((side) =>
      visible({ ...side, sensitive }, isKeyOfNull && side.value === null),
    ) as [Value, Value];
    // An unknown new text cannot be compared, and a short old text needs no diff.
    const isText = next.unknown !== true && path.length === 1 && texts.includes(String(path[0]));
    const diff = diffOf(before, after, isText);
    return [{ path: formatPath(path), before, after, forcesReplace, diff }];
  };
  return changesAt([], before, after).sort(
    (a, b) => Number(b.forcesReplace) - Number(a.forcesReplace) || compareText(a.path, b.path),
  );
}

function isUnchanged(path: Path, before: Side, after: Side): boolean {
  if (hasMark(after.unknown)) return false;
  // If a map gains or loses a key with the value null, engines plan a change that changes nothing.
  if (isAbsent(before) && isAbsent(after)) return path.length <= 1 || before.value === after.value;
  return sameJson(before.value, after.value) && sameMarks(before.sensitive, after.sensitive);
}

function commonParts(before: Side, after: Side, isRoot: boolean): (string | number)[] | undefined {
  if (before.sensitive === true || after.sensitive === true || after.unknown === true) return undefined;
  if (isRoot || (isObject(before.value) && isObject(after.value))) {
    return [...new Set([...keysOf(before), ...keysOf(after)])].sort();
  }
  const [a, b] = [before.value, after.value];
  if (!isList(a) || !isList(b) || a.length !== b.length || a.length === 0) return undefined;
  // A list of plain values is easiest to read as one JSON diff. Only lists of objects get paths.
  return [...a, ...b].every(isObject) ? Array.from(a.keys()) : undefined;
}

/** For example `rule[0].port`, or `labels["a.b"]` if the key is no identifier. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === "" ? step : `${text}.${step}`;
  }, "");
}

/** Returns null for redacted values, and for two short values, which are easier to read side by side. */
function diffOf(before: Value, after: Value, isText: boolean): TextDiff | null {
  const [a = null, b = null] = [before, after].map((side) => (side.kind === "value" ? side.value : null));
  const both = [a, b].filter((value) => value !== null);
  const texts = both.filter((value) => typeof value === "string");
  if (both.length === 0) return null;
  if (texts.length === both.length)
    return isText || texts.some(isLong) ? diffTexts(a as string | null, b as string | null, "text") : null;
  const isShort = both.every((value) => JSON.stringify(value).length <= MAX_SHORT_TEXT_LENGTH);
  if (isShort || !both.some((value) => typeof value === "object")) return null;
  const layOut = (value: JsonValue) => (value === null ? null : JSON.stringify(sorted(value), null, 2));
  return diffTexts(layOut(a), layOut(b), "json");
}

function isLong(text: string): boolean {
  return text.length > MAX_SHORT_TEXT_LENGTH || /[\r\n]/.test(text);
}

export const [SENSITIVE, UNKNOWN] = ["(sensitive value)", "(known after apply)"] as const;

/** Returns the value of a side without secrets. Null counts as missing, unless `counts` is true. */
export function visible(side: Side, counts = false): Value {
  if (side.unknown === true) return { kind: "unknown" };
  if (!counts && isAbsent(side)) return { kind: "absent" };
  if (side.sensitive === true) return { kind: "sensitive" };
  return { kind: "value", value: redactedValue(side) };
}

export function redactedValue(side: Side): JsonValue {
  if (side.unknown === true) return UNKNOWN;
  if (side.sensitive === true) return SENSITIVE;
  const { value, unknown } = side;
  if (isList(value) || isList(unknown)) {
    const lengths = [value, unknown].map((part) => (isList(part) ? part.length : 0));
    return Array.from({ length: Math.max(...lengths) }, (_, i) => redactedValue(partOf(side, i)));
  }
  if (isObject(value) || isObject(unknown)) {
    return Object.fromEntries(keysOf(side).map((key) => [key, redactedValue(partOf(side, key))]));
  }
  return value ?? null;
}
