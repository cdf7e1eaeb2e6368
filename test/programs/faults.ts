import { fc } from "../fast-check";
import type { OperationName } from "../../src/api";
import type { FaultEffect, FaultRule } from "../../src/simulator";
import { hostileContents, partialSigns } from "../../src/simulator/fault-rules";
import { credentials } from "./credentials";
import { operationsOf } from "./program";

/**
 * Engine: how long a write stays hidden, and how long the provider waits until it is visible. Beyond the
 * second, no provider can distinguish a lost create from one that never happened, so no fault hides or delays
 * a write for longer.
 */
export const engineTimes = { hiddenMs: 600, visibilityTimeoutSeconds: 2 } as const;

/** Engine: a call that takes so long times out, and its write still shows in time. */
const LATE_MS = 1_200;

/**
 * Engine: the provider's request timeout in seconds. Only a late call makes a request time out, not a machine
 * under load.
 */
export function requestTimeoutUnder(faults: readonly FaultRule[]): number {
  return faults.some(({ effect }) => effect.type === "delay" && effect.ms === LATE_MS) ? 1 : 60;
}

const { cluster, snippet } = operationsOf;
const LISTS: readonly OperationName[] = [cluster.list, snippet.list];
const GETS: readonly OperationName[] = [cluster.get, snippet.get];
const READS: readonly OperationName[] = [...LISTS, ...GETS];
const WRITES: readonly OperationName[] = [cluster, snippet].flatMap((one) => [
  one.create,
  one.update,
  one.delete,
]);
const ALL: readonly OperationName[] = [...WRITES, ...READS];

/** Contents that are no response at all, or have only additional fields. */
const unreadableContents = hostileContents.filter((content) => content !== "lone-surrogates");

/** An error that repeats what the provider must not print. */
const error = { code: "Refused", message: `Refused ${Object.values(credentials).join(" and ")}.` };

/** An error in the body of a 2xx: alone, beside a full list, and in older forms. */
const errorBodies = fc.constantFrom<unknown>(
  { error },
  { clusters: [], snippets: [], nextToken: null, error },
  { clusters: [], snippets: [], nextToken: null, message: error.message, success: false },
  { message: error.message },
);

const ELSEWHERE = { location: "https://login.invalid/" };

/** Responses of a proxy, a login page or another server on the way. */
const detours = fc.constantFrom(
  { status: 302, headers: ELSEWHERE, body: "" },
  { status: 304, body: "" },
  { status: 307, headers: ELSEWHERE, body: "" },
  { status: 407, body: "Proxy Authentication Required" },
  {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-16le" },
    body: "{\u0000}\u0000",
  },
);

const moment = fc.constantFrom("before" as const, "after" as const);
const paces = fc.constantFrom<Readonly<Record<string, string>>>(
  {},
  { "retry-after": "0" },
  { "retry-after": "1" },
);
const type = <const T>(value: T) => fc.constant(value);

function status(codes: readonly number[], rest: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}) {
  return fc.record({ type: type("status"), status: fc.constantFrom(...codes), ...rest });
}

/** `rest` is for the engine: core draws its own counts. */
type Kind = readonly [
  weight: number,
  operations: readonly OperationName[],
  effect: fc.Arbitrary<FaultEffect>,
  rest?: Partial<FaultRule>,
];

const after = { when: type("after") };
const echo = { body: type({ error }) };

/** A list without some of its objects, with a sign of that. */
const partial = fc.record({
  type: type("partial"),
  sign: fc.constantFrom(...partialSigns),
  items: fc.nat({ max: 2 }),
});

const common: readonly Kind[] = [
  [6, WRITES, fc.record({ type: type("reset"), ...after })],
  [2, ALL, type({ type: "reset" })],
  [6, WRITES, status([500, 502, 503, 504], { headers: paces, ...after })],
  // A gateway that repeats requests itself.
  [4, WRITES, status([429], { headers: paces, ...after })],
  [2, WRITES, status([400, 404, 409], after)],
  [2, WRITES, status([400, 404, 409], { ...echo, ...after })],
  [8, ALL, status([400, 404, 408, 409, 500, 503])],
  [3, ALL, status([400, 404, 409, 422, 500], echo)],
  [1, ALL, status([401, 403], echo), { times: 1 }],
  [3, READS, status([400, 401, 403, 404, 423])],
  // A read does not find an object that a list still has.
  [6, GETS, status([400, 404])],
  [1, LISTS, type({ type: "status", status: 200, body: { clusters: null, nextToken: null } })],
  [6, ALL, status([200], { body: errorBodies, when: moment })],
  [
    2,
    ALL,
    fc.tuple(detours, moment).map(([detour, when]): FaultEffect => ({ type: "status", ...detour, when })),
    { times: 1 },
  ],
  [4, WRITES, type({ type: "truncate" })],
  [2, READS, type({ type: "truncate" })],
  [4, WRITES, fc.record({ type: type("content"), content: fc.constantFrom(...hostileContents) })],
  [3, READS, fc.record({ type: type("content"), content: fc.constantFrom(...hostileContents) })],
  [1, ALL, type({ type: "throttle" }), { times: 2 }],
  [
    2,
    ALL,
    fc.record({
      type: type("throttle"),
      retryAfter: fc.constantFrom(0, 1, "soon", { inSeconds: 1 }),
    }),
    { times: 2 },
  ],
  [2, ALL, type({ type: "drip", everyMs: 1, bytes: 20 })],
  [2, LISTS, type({ type: "loop" })],
  [4, LISTS, partial],
  [5, READS, fc.record({ type: type("stale"), writes: fc.integer({ min: 1, max: 3 }) }), { times: 2 }],
];

const coreOnly: readonly Kind[] = [
  [4, WRITES, fc.record({ type: type("hide"), reads: fc.integer({ min: 1, max: 2 }) })],
  [2, ALL, fc.record({ type: type("delay"), ms: fc.nat({ max: 100 }), when: moment })],
  [2, ALL, type({ type: "hold", when: "after" })],
];

const engineOnly: readonly Kind[] = [
  // Hidden until the engine's driver shows it.
  [10, WRITES, type({ type: "hide" })],
  [2, ALL, type({ type: "quota", calls: 4, perMs: 400 }), { times: 3, probability: 1 }],
  [4, ALL, fc.record({ type: type("delay"), ms: fc.integer({ min: 50, max: 400 }) })],
  [4, WRITES, type({ type: "delay", ms: LATE_MS }), { times: 1 }],
  [4, WRITES, type({ type: "delay", ms: LATE_MS, when: "after" }), { times: 1 }],
];

function oneOf<T>(kinds: readonly Kind[], make: (kind: Kind) => fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof(...kinds.map((kind) => ({ weight: kind[0], arbitrary: make(kind) })));
}

/** Core: a rule that strikes calls by their number. */
export const coreFault: fc.Arbitrary<FaultRule> = oneOf([...common, ...coreOnly], ([, operations, effect]) =>
  fc.record({
    operation: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...operations) },
      { weight: 1, arbitrary: fc.constant(operations) },
    ),
    nth: fc.integer({ min: 1, max: 4 }),
    times: fc.integer({ min: 1, max: 3 }),
    effect,
  }),
);

/** Engine: up to four rules that strike by chance, each of another kind. */
export const engineFaults: fc.Arbitrary<readonly FaultRule[]> = fc
  .uniqueArray(
    oneOf([...common, ...engineOnly], (kind) => {
      const [, operations, effect, rest] = kind;
      const rule = fc.record({
        operation: fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom(...operations) },
          { weight: 3, arbitrary: fc.constant(operations) },
        ),
        probability: fc.constantFrom(0.1, 0.2, 0.4, 0.8, 1),
        times: fc.constantFrom(1, 2, 4),
        effect,
      });
      return rule.map((drawn) => ({ kind, rule: { ...drawn, ...rest } }));
    }),
    { maxLength: 4, selector: ({ kind }) => kind },
  )
  .map((drawn) => drawn.map(({ rule }) => rule));

/** The bodies of a list that has no array of objects. */
const unlisted = fc.constantFrom<unknown>(
  { nextToken: null },
  { clusters: null, snippets: null, nextToken: null },
);

/** Commands: a rule that strikes reads. None of them shows a list or an object that is not so. */
export const readingFault: fc.Arbitrary<FaultRule> = oneOf(
  [
    [6, GETS, status([400, 404, 403])],
    [4, READS, status([400, 401, 403, 404, 408, 423, 429, 500, 503])],
    [2, READS, status([400, 404, 409, 422, 500], echo)],
    [3, LISTS, fc.record({ type: type("status"), status: type(200), body: unlisted })],
    [2, READS, status([200], { body: errorBodies })],
    [1, READS, detours.map((detour): FaultEffect => ({ type: "status", ...detour }))],
    [2, READS, type({ type: "truncate" })],
    [3, READS, fc.record({ type: type("content"), content: fc.constantFrom(...unreadableContents) })],
    [2, READS, type({ type: "reset" })],
    [1, READS, type({ type: "throttle" })],
    [1, LISTS, type({ type: "loop" })],
    [3, LISTS, partial],
  ],
  ([, operations, effect]) =>
    fc.record({
      operation: fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...operations) },
        { weight: 1, arbitrary: fc.constant(operations) },
      ),
      nth: fc.integer({ min: 1, max: 3 }),
      times: fc.constantFrom(1, 2, 100),
      effect,
    }),
);

/**
 * Commands: no read finds an object, and the lists have no array, or none from a later page on. Nothing proves
 * that an object is deleted.
 */
export const nothingShown: fc.Arbitrary<readonly FaultRule[]> = fc
  .tuple(fc.constantFrom(400, 404), unlisted, fc.constantFrom(1, 2, 2, 3))
  .map(([code, body, nth]): FaultRule[] => [
    { operation: GETS, effect: { type: "status", status: code } },
    ...LISTS.map((operation): FaultRule => ({
      operation,
      nth,
      effect: { type: "status", status: 200, body },
    })),
  ]);
