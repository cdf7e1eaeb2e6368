import type { PlannedChange } from "./plan-json";
import type { Side } from "./values";

export function beforeOf({ before, before_sensitive }: PlannedChange): Side {
  return { value: before, sensitive: before_sensitive, unknown: undefined };
}

export function afterOf({ after, after_sensitive, after_unknown }: PlannedChange): Side {
  return { value: after, sensitive: after_sensitive, unknown: after_unknown };
}
