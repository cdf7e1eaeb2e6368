import type { PlannedChange } from "./plan-json";
import { isList, isObject, type JsonValue } from "../../util/json";

export interface Side {
  readonly value: JsonValue | undefined;
  /** True if the whole value is sensitive; otherwise the value's structure, with true for sensitive parts. */
  readonly sensitive: JsonValue | undefined;
  readonly unknown: JsonValue | undefined;
}

export function beforeOf({ before, before_sensitive }: PlannedChange): Side {
  return { value: before, sensitive: before_sensitive, unknown: undefined };
}

export function afterOf({ after, after_sensitive, after_unknown }: PlannedChange): Side {
  return { value: after, sensitive: after_sensitive, unknown: after_unknown };
}

export function partOf({ value, sensitive, unknown }: Side, step: string | number): Side {
  return {
    value: below(value, step),
    sensitive: sensitive === true || below(sensitive, step),
    unknown: unknown === true || below(unknown, step),
  };
}

function below(value: JsonValue | undefined, step: string | number): JsonValue | undefined {
  if (isList(value)) return typeof step === "number" ? value[step] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** An unknown value is not absent, because the apply may set it. */
export function isAbsent({ value, unknown }: Side): boolean {
  return (value === undefined || value === null) && !hasMark(unknown);
}

export function hasMark(marks: JsonValue | undefined): boolean {
  if (marks === true) return true;
  if (isList(marks)) return marks.some(hasMark);
  return isObject(marks) && Object.values(marks).some(hasMark);
}

/** A part that is marked false equals a part without a mark. */
export function sameMarks(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === true || b === true) return a === b;
  const steps = [a, b].flatMap((marks) => (isObject(marks) || isList(marks) ? Object.keys(marks) : []));
  const at = (marks: JsonValue | undefined, step: string) =>
    below(marks, isList(marks) ? Number(step) : step);
  return steps.every((step) => sameMarks(at(a, step), at(b, step)));
}

export function unionOfMarks(a: JsonValue | undefined, b: JsonValue | undefined): JsonValue {
  if (a === true || b === true) return true;
  if ((isList(a) && isObject(b)) || (isObject(a) && isList(b))) return hasMark(a) || hasMark(b);
  if (isList(a) || isList(b)) {
    const [left, right] = [isList(a) ? a : [], isList(b) ? b : []];
    const length = Math.max(left.length, right.length);
    return Array.from({ length }, (_, i) => unionOfMarks(left[i], right[i]));
  }
  const [left, right] = [isObject(a) ? a : {}, isObject(b) ? b : {}];
  const keys = Object.keys({ ...left, ...right });
  return Object.fromEntries(keys.map((key) => [key, unionOfMarks(left[key], right[key])]));
}

/** Keys with unknown values are only in `unknown`. */
export function keysOf({ value, unknown }: Side): string[] {
  const keys = [value, unknown].flatMap((part) => (isObject(part) ? Object.keys(part) : []));
  return [...new Set(keys)].sort();
}
