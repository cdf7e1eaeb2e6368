import type { PlannedResource } from "../../engine/plan-json";
import { canonical, isObject, type JsonValue, sameJson } from "../../shared/json";
import { isOfDeposed } from "../model/addresses";
import type { AttributeChange, GoneChange, ObjectChange, Value } from "../model/review";
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

/**
 * Returns why a change of the base is not planned any more. `resource` is what the plan has at its address;
 * undefined if neither the state nor the code has an object there.
 */
export function whyGone(change: ObjectChange, resource: PlannedResource | undefined): GoneChange["why"] {
  if (isOfDeposed(change)) return "unknown";
  switch (change.action) {
    case "create":
    case "none":
      return resource === undefined ? "taken-back" : "applied";
    case "delete":
    case "forget":
      return resource === undefined ? "applied" : "taken-back";
    case "update":
    case "replace":
      return whyNotUpdated(change, resource?.change.before);
  }
}

function whyNotUpdated({ attributes, id }: ObjectChange, now: JsonValue | undefined): GoneChange["why"] {
  if (!isObject(now) || attributes.length === 0) return "unknown";
  if (id !== null && now["id"] !== id) return "unknown";
  if (haveValues(attributes, "after", now)) return "applied";
  return haveValues(attributes, "before", now) ? "taken-back" : "unknown";
}

/** Reports whether all attributes have this value now; false if a value cannot be compared. */
function haveValues(
  attributes: readonly AttributeChange[],
  side: "before" | "after",
  now: Readonly<Record<string, JsonValue>>,
): boolean {
  return attributes.every(({ path, [side]: value }) => {
    const wanted = value.kind === "value" ? value.value : undefined;
    return isPlain(value) && !/[.[]/.test(path) && sameJson(now[path], wanted);
  });
}
