import type { PlannedResource } from "../../engine/plan-json";
import { isObject } from "../../shared/json";
import { isOfDeposed } from "../model/addresses";
import type { GoneChange, ObjectChange } from "../model/review";
import { haveValues } from "./sameness";

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
      return whyNotUpdated(change, resource);
  }
}

function whyNotUpdated(
  { attributes, id }: ObjectChange,
  resource: PlannedResource | undefined,
): GoneChange["why"] {
  const current = resource?.change.before;
  if (!isObject(current) || attributes.length === 0) return "unknown";
  if (id !== null && current["id"] !== id) return "unknown";
  const valueAt = (path: string) => current[path];
  if (haveValues(attributes, "after", valueAt) === true) return "applied";
  return haveValues(attributes, "before", valueAt) === true ? "taken-back" : "unknown";
}
