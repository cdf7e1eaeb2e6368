import { operations, requestFields, type OperationName } from "../api";
import { isObject } from "../util/json";
import { flag, is, listOf, members, object, oneOf, type Shape, text, wholeFrom } from "../util/shape";
import { InvalidInput, read } from "./common";
import { DEEPEST, isTooDeep } from "./http";

export const hostileContents = [
  ...(["html", "text", "empty", "null", "array", "empty-object", "deep", "proto", "wrong-types"] as const),
  ...(["lone-surrogates", "bad-utf8"] as const),
] as const;
export type HostileContent = (typeof hostileContents)[number];

/** Signs that a list lacks objects: a status, a header, a field, or a repeated key. */
export const partialSigns = [
  ...(["206", "203", "content-range", "link", "has-more", "is-truncated", "second-token"] as const),
  "duplicate-key",
] as const;
export type PartialSign = (typeof partialSigns)[number];

/**
 * A fault before the operation may prevent the operation. A fault after the operation may change or lose the
 * response.
 */
const moment = oneOf(["before", "after"]);
export type Moment = ReturnType<typeof moment>;

/** Node fires a timer immediately if the delay is longer. */
const milliseconds = wholeFrom(0, 2 ** 31 - 1);
/** Largest Retry-After, in seconds, that still leads to a valid Date. */
const MAX_SECONDS = 1e12;
const refusal = wholeFrom(400, 599);

/** docs/guides/simulator-control.md describes the effects and their defaults. */
const effectShapes = {
  status: members({
    status: wholeFrom(200, 599),
    "body?": is(`JSON nested at most ${DEEPEST} deep`, (value) => !isTooDeep(value)),
    "headers?": is<Readonly<Record<string, string>>>(
      "an object of header names, each with a text that a header can have",
      (value) => isObject(value) && Object.entries(value).every(([name, text]) => isHeader(name, text)),
    ),
    "when?": moment,
  }),
  throttle: members({
    "status?": refusal,
    /** A number is in seconds. A text is sent unchanged. `inSeconds` becomes a date. */
    "retryAfter?": is<number | string | { readonly inSeconds: number }>(
      `a number, a text that a header can have, or {inSeconds: number} with a number up to ${MAX_SECONDS}`,
      (value) => typeof value === "number" || isHeader("retry-after", value) || isDelay(value),
    ),
  }),
  quota: members({
    calls: wholeFrom(0),
    perMs: wholeFrom(1),
    "method?": oneOf(["fixed-window", "sliding-window", "token-bucket"]),
    "status?": refusal,
    "retryAfter?": flag,
  }),
  delay: members({ ms: milliseconds, "when?": moment }),
  hold: members({ "when?": moment }),
  reset: members({ "when?": moment }),
  truncate: members({ "bytes?": wholeFrom(0) }),
  drip: members({ everyMs: milliseconds, "bytes?": wholeFrom(1) }),
  huge: members({ "bytes?": wholeFrom(0) }),
  content: members({ content: oneOf(hostileContents) }),
  partial: members({ sign: oneOf(partialSigns), "items?": wholeFrom(0) }),
  hide: members({ "reads?": wholeFrom(1) }),
  loop: members({}),
  omit: members({ ids: listOf(text, 1) }),
  stale: members({ "writes?": wholeFrom(1) }),
};

type Effects = {
  [T in keyof typeof effectShapes]: { readonly type: T } & ReturnType<(typeof effectShapes)[T]>;
};
export type EffectOf<T extends keyof Effects> = Effects[T];
/** If several rules apply to a call, they apply in the order in which they were added. */
export type FaultEffect = EffectOf<keyof Effects>;

export interface FaultRule {
  /** Operations that the rule matches. @default all */
  readonly operation?: OperationName | readonly OperationName[];
  /** Field values of the matched calls, by property name (`name`, `id`, `workspaceId`, …). */
  readonly match?: Readonly<Record<string, string | number | boolean | null>>;
  /**
   * The rule skips matching calls before the nth. The first matching call after the rule was added is number
   * 1. @default 1
   */
  readonly nth?: number;
  /** Probability that a matching call gets the fault, decided by the simulator's seed. @default 1 */
  readonly probability?: number;
  /** Largest number of calls that get the fault. @default 1 with `nth`, else unlimited */
  readonly times?: number;
  readonly effect: FaultEffect;
}

const effectType = oneOf(Object.keys(effectShapes) as (keyof Effects)[]);

const effect: Shape = (value, place) => {
  const { type, ...more } = object(value, place);
  return (effectShapes[effectType(type, `${place}.type`)] as Shape)(more, place);
};

const operationName = oneOf(Object.keys(operations));
const operationNames = listOf(operationName, 1);
/** A rule compares values by identity, so no call would match an object or a list. */
const isScalar = (value: unknown) => value === null || typeof value !== "object";
const isShare = (value: unknown) => typeof value === "number" && value >= 0 && value <= 1;
const rule = members({
  "operation?": (value, place) => (Array.isArray(value) ? operationNames : operationName)(value, place),
  "match?": is(
    "an object of property names, each with a text, a number, true, false or null",
    (value) => isObject(value) && Object.values(value).every(isScalar),
  ),
  "nth?": wholeFrom(1),
  "probability?": is("a number from 0 to 1", isShare),
  "times?": wholeFrom(1),
  effect,
});

/** Node rejects invalid header values, and rejects a Trailer header if the body's length is known. */
function isHeader(name: string, text: unknown): boolean {
  const isName = /^(?!trailer$)[\w!#$%&'*+.^`|~-]+$/i.test(name);
  return isName && typeof text === "string" && /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

function isDelay(value: unknown): boolean {
  const seconds = isObject(value) ? value["inSeconds"] : undefined;
  return typeof seconds === "number" && Math.abs(seconds) <= MAX_SECONDS;
}

/**
 * With a misspelt field, a test would lack its fault, so this function throws.
 * @throws InvalidInput
 */
export function parseFaultRule(input: unknown): FaultRule {
  const checked = read("rule", input, rule as Shape as Shape<FaultRule>);
  const { operation, match = {} } = checked;
  const names = [operation ?? (Object.keys(operations) as OperationName[])].flat();
  const known = new Set(names.flatMap((name) => Object.keys(requestFields(operations[name]))));
  const unknown = Object.keys(match).find((name) => !known.has(name));
  if (unknown === undefined) return checked;
  throw new InvalidInput(
    `The match of a fault rule has the field ${JSON.stringify(unknown)}, which these calls do not have. They have: ${[...known].join(", ")}.`,
  );
}
