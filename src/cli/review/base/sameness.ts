import { canonical, type JsonValue } from "../../shared/json";
import type { AttributeChange, ObjectChange, Value } from "../model/review";
import { SENSITIVE, UNKNOWN } from "../model/visible-value";

/**
 * Reports whether the code wants the same of an object in two reviews. What stands at the server may differ: an
 * edit made in Outreach since the review of the base is no change of the code.
 */
export function isSamePlan(now: ObjectChange, base: ObjectChange): boolean {
  const isOneObject = now.id === null || base.id === null || now.id === base.id;
  return isOneObject && planned(now) === planned(base);
}

function planned(change: ObjectChange): string {
  const { type, action, importId, previousAddress, adopts, forgetsOld, attributes, knownAfterApply } = change;
  const wanted = attributes.map(({ path, after }) => [path, after]);
  const whole = [type, action, importId, previousAddress, adopts, forgetsOld, wanted, knownAfterApply];
  return canonical(whole as unknown as JsonValue);
}

/** Reports whether all values that the code wants are visible, so that two equal plans are the same plan. */
export function isVisible({ attributes, action }: ObjectChange): boolean {
  return action === "delete" || action === "forget" || attributes.every(({ after }) => isPlain(after));
}

function isPlain(value: Value): boolean {
  if (value.kind !== "value") return value.kind === "absent";
  const text = JSON.stringify(value.value);
  return !text.includes(SENSITIVE) && !text.includes(UNKNOWN);
}

/** Reports whether all attributes have this value now; undefined if a value cannot be compared. */
export function haveValues(
  attributes: readonly AttributeChange[],
  side: "before" | "after",
  valueAt: (path: string) => JsonValue | undefined,
): boolean | undefined {
  if (attributes.some((attribute) => !isPlain(attribute[side]) || /[.[]/.test(attribute.path)))
    return undefined;
  return attributes.every(({ path, [side]: value }) => {
    const wanted = value.kind === "value" ? value.value : undefined;
    return canonical(valueAt(path)) === canonical(wanted);
  });
}
