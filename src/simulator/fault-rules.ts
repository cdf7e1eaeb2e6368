import { validateHeaderName, validateHeaderValue } from "node:http";
import { operations, requestFields, type OperationName } from "../api";
import { check, checkFields, oneOf, wholeFrom, type Checks } from "./fields";
import { InvalidInput } from "./invalid-input";
import { DEEPEST, isObject, isTooDeep } from "./json";

/** Before the operation is carried out (nothing is committed), or after (the write is there, the answer is not). */
export type Moment = "before" | "after";

/** Ways in which an answer can be something else than the contract promises. */
export const hostileContents = [
  "html",
  "text",
  "empty",
  "null",
  "array",
  "empty-object",
  "deep",
  "proto",
  "wrong-types",
  "lone-surrogates",
  "bad-utf8",
] as const;

export type HostileContent = (typeof hostileContents)[number];

/** What a fault does. Several rules that match one call are applied in the order they were added. */
export type FaultEffect =
  /** Answers this status. A text body is sent as it is, anything else as JSON, none as the dialect's error body. Before, by default. */
  | {
      readonly type: "status";
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly when?: Moment;
    }
  /** Answers 429, before. Retry-After: a number of seconds, a text as it is, or a date so many seconds from now; none by default. */
  | { readonly type: "throttle"; readonly retryAfter?: number | string | { readonly inSeconds: number } }
  /** Lets so many calls through per fixed window of the simulator's clock, and throttles the rest. */
  | { readonly type: "quota"; readonly calls: number; readonly perMs: number }
  /** Waits. Before, by default. */
  | { readonly type: "delay"; readonly ms: number; readonly when?: Moment }
  /** Keeps the call until it is released. Before, by default. */
  | { readonly type: "hold"; readonly when?: Moment }
  /** Resets the connection. Before, by default; after means committed and the answer lost. */
  | { readonly type: "reset"; readonly when?: Moment }
  /** After: breaks the connection in the middle of the body, or after so many bytes. */
  | { readonly type: "truncate"; readonly bytes?: number }
  /** After: sends the body in pieces of so many bytes (1 by default), with a pause before each. */
  | { readonly type: "drip"; readonly everyMs: number; readonly bytes?: number }
  /** After: sends JSON of so many bytes (64 MiB by default). */
  | { readonly type: "huge"; readonly bytes?: number }
  /** After: sends this instead of the answer. */
  | { readonly type: "content"; readonly content: HostileContent }
  /** After a write: reads do not see it yet, for so many reads or until it is released. */
  | { readonly type: "hide"; readonly reads?: number }
  /** Lists: every page is the first one and names the same next token. */
  | { readonly type: "loop" }
  /** Lists: leaves these objects out. */
  | { readonly type: "omit"; readonly ids: readonly string[] }
  /** Reads: answers as things were so many writes of the workspace ago (1 by default). */
  | { readonly type: "stale"; readonly writes?: number };

export interface FaultRule {
  /** The calls it looks at; every operation by default. */
  readonly operation?: OperationName | readonly OperationName[];
  /** Only calls whose fields have these values, by property name (`name`, `id`, `workspaceId`, …). */
  readonly match?: Readonly<Record<string, string | number | boolean | null>>;
  /** Starts at the nth such call, counted from 1 and from when the rule was added. */
  readonly nth?: number;
  /** Strikes each such call with this probability, drawn from the simulator's seed. */
  readonly probability?: number;
  /** Strikes at most so often: once where `nth` is given, else without end. */
  readonly times?: number;
  readonly effect: FaultEffect;
}

/** Node's timers count no further, and take more for nothing at all. */
const milliseconds = wholeFrom(0, 2 ** 31 - 1);

const anything = check(`any JSON value nested at most ${DEEPEST} deep`, (value) => !isTooDeep(value));
/** A Date holds 8.64e12 seconds from 1970 on; this is added to the time of any clock. */
const MOST_SECONDS = 1e12;

const moment = oneOf(["before", "after"]);
const operationName = oneOf(Object.keys(operations));

/** The fields of each effect beside its type; a name that ends in `?` is optional. */
const effectChecks: Readonly<Record<FaultEffect["type"], Checks>> = {
  status: {
    status: check("a status from 200 to 599", wholeFrom(200, 599).accepts),
    "body?": anything,
    "headers?": check(
      "an object of texts, by names, that a header can have",
      (value) => isObject(value) && Object.entries(value).every(([name, text]) => isHeader(name, text)),
    ),
    "when?": moment,
  },
  throttle: {
    "retryAfter?": check(
      `a number, a text that a header can have, or {inSeconds: number}, up to ${MOST_SECONDS}`,
      (value) =>
        typeof value === "number" ||
        isHeader("retry-after", value) ||
        (isObject(value) && isSeconds(value["inSeconds"])),
    ),
  },
  quota: { calls: wholeFrom(0), perMs: wholeFrom(1) },
  delay: { ms: milliseconds, "when?": moment },
  hold: { "when?": moment },
  reset: { "when?": moment },
  truncate: { "bytes?": wholeFrom(0) },
  drip: { everyMs: milliseconds, "bytes?": wholeFrom(1) },
  huge: { "bytes?": wholeFrom(0) },
  content: { content: oneOf(hostileContents) },
  hide: { "reads?": wholeFrom(1) },
  loop: {},
  omit: {
    ids: check(
      "a list of texts that is not empty",
      (value) => Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === "string"),
    ),
  },
  stale: { "writes?": wholeFrom(1) },
};

const ruleChecks: Checks = {
  "operation?": check(`${operationName.takes}, or a list of them that is not empty`, (value) => {
    const names = Array.isArray(value) ? value : [value];
    return names.length > 0 && names.every(operationName.accepts);
  }),
  "match?": check(
    "an object of texts, numbers, true, false or null, by property names",
    (value) => isObject(value) && Object.values(value).every(isScalar),
  ),
  "nth?": wholeFrom(1),
  "probability?": check(
    "a number from 0 to 1",
    (value) => typeof value === "number" && value >= 0 && value <= 1,
  ),
  "times?": wholeFrom(1),
  effect: check("an object with a type", isObject),
};

/** Whether Node sends it; a Trailer it refuses where the length of the body is known, as it is here. */
function isHeader(name: string, text: unknown): boolean {
  if (typeof text !== "string" || name.toLowerCase() === "trailer") return false;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, text);
    return true;
  } catch {
    return false;
  }
}

function isSeconds(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) <= MOST_SECONDS;
}

/** Objects and lists are never the same as those of a call, so they would match none. */
function isScalar(value: unknown): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/**
 * Checks a rule that came from outside, so that a misspelt field cannot make a test pass for nothing.
 * @throws InvalidInput
 */
export function parseFaultRule(input: unknown): FaultRule {
  if (!isObject(input)) throw new InvalidInput("A fault rule is an object with an effect.");
  checkFields("fault rule", input, ruleChecks);
  checkMatch(input as unknown as FaultRule);
  const { type, ...fields } = input["effect"] as Record<string, unknown>;
  const types = oneOf(Object.keys(effectChecks));
  if (!types.accepts(type)) throw new InvalidInput(`The type of a fault effect is ${types.takes}.`);
  checkFields(`${String(type)} effect`, fields, effectChecks[type as FaultEffect["type"]]);
  return input as unknown as FaultRule;
}

/** A name that no call has would match none. */
function checkMatch({ operation, match = {} }: FaultRule): void {
  const names = [operation ?? (Object.keys(operations) as OperationName[])].flat();
  const known = new Set(names.flatMap((name) => Object.keys(requestFields(operations[name]))));
  const unknown = Object.keys(match).find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new InvalidInput(
    `The match of a fault rule has ${JSON.stringify(unknown)}, which is no field of these calls. They have: ${[...known].join(", ")}.`,
  );
}
