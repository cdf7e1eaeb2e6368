import type { OperationName } from "../../src/api";
import type { FaultEffect, FaultRule } from "../../src/simulator";
import { hostileContents } from "../../src/simulator/fault-rules";
import { USER_ID, WORKSPACE_ID } from "../terraform/project";
import { operationsOf } from "./program";
import type { Random } from "./random";

/** Seconds: short, so that lost answers are noticed soon. */
export const REQUEST_TIMEOUT = 1;
/** Seconds. Everything that `randomFaults` hides or delays shows well within it. */
export const VISIBILITY_TIMEOUT = 2;
/** Milliseconds that a write stays hidden at most. */
export const HIDDEN_MS = 600;
export const TOKEN = "token-c4e1f09b";

const { cluster, snippet } = operationsOf;
const CREATES: readonly OperationName[] = [cluster.create, snippet.create];
const WRITES: readonly OperationName[] = [
  ...CREATES,
  cluster.update,
  snippet.update,
  cluster.delete,
  snippet.delete,
];
const LISTS: readonly OperationName[] = [cluster.list, snippet.list];
const READS: readonly OperationName[] = [...LISTS, cluster.get, snippet.get];
const ALL: readonly OperationName[] = [...WRITES, ...READS];

/** An error body that repeats all that the caller must not print. */
const ECHO = { message: `The user ${USER_ID} of ${WORKSPACE_ID} with Bearer ${TOKEN} is refused.` };

/** An error in the body of a 2xx: alone, or beside what a full list looks like. */
const REFUSALS = [
  { error: ECHO },
  { clusters: [], snippets: [], nextToken: null, error: { code: "Refused", ...ECHO } },
];

const ELSEWHERE = { location: "https://login.invalid/" };

const PACES: readonly Readonly<Record<string, string>>[] = [{}, { "retry-after": "1" }];

/** More than the client waits for an answer, and little enough that a late write shows in time. */
const LATE_MS = 1_000 * REQUEST_TIMEOUT + 200;

const moments = ["before", "after"] as const;

type Part = readonly [operation: readonly OperationName[], effect: FaultEffect, rest?: Partial<FaultRule>];

const kinds: readonly (readonly [weight: number, make: (random: Random) => Part])[] = [
  [3, () => [WRITES, { type: "reset", when: "after" }]],
  [1, () => [ALL, { type: "reset", when: "before" }]],
  [3, (random) => [WRITES, { type: "status", status: random.pick([500, 502, 503, 504]), when: "after" }]],
  // A gateway that repeats requests itself.
  [2, (random) => [WRITES, { type: "status", status: 429, headers: random.pick(PACES), when: "after" }]],
  [1, (random) => [ALL, { type: "status", status: random.pick([500, 503]), when: "before" }]],
  [2, () => [WRITES, { type: "truncate" }]],
  [1, () => [READS, { type: "truncate" }]],
  [3, (random) => [WRITES, { type: "content", content: random.pick(hostileContents) }]],
  [2, (random) => [READS, { type: "content", content: random.pick(hostileContents) }]],
  // Until the run shows what is hidden, every HIDDEN_MS.
  [5, () => [WRITES, { type: "hide" }]],
  [1, (random) => [ALL, { type: "throttle", retryAfter: random.between(0, 1) }, { times: 2 }]],
  [1, () => [ALL, { type: "quota", calls: 4, perMs: 400 }, { times: 3, probability: 1 }]],
  [2, (random) => [ALL, { type: "delay", ms: random.between(50, 400) }]],
  [2, () => [WRITES, { type: "delay", ms: LATE_MS }, { times: 1 }]],
  [2, () => [WRITES, { type: "delay", ms: LATE_MS, when: "after" }, { times: 1 }]],
  [1, (random) => [ALL, { type: "status", status: random.pick([400, 404, 409, 422]), body: ECHO }]],
  [1, () => [ALL, { type: "status", status: 500, body: ECHO }]],
  [0.5, (random) => [ALL, { type: "status", status: random.pick([401, 403]), body: ECHO }, { times: 1 }]],
  [1, (random) => [READS, { type: "status", status: random.pick([403, 423]) }]],
  [0.5, () => [LISTS, { type: "status", status: 200, body: { clusters: null, nextToken: null } }]],
  [0.5, () => [LISTS, { type: "loop" }]],
  [
    1,
    (random) => [WRITES, { type: "status", status: random.pick([400, 404, 409]), body: ECHO, when: "after" }],
  ],
  [
    2,
    (random) => [
      ALL,
      { type: "status", status: 200, body: random.pick(REFUSALS), when: random.pick(moments) },
    ],
  ],
  [
    0.5,
    (random) => [
      ALL,
      {
        type: "status",
        status: random.pick([302, 304, 307, 407]),
        headers: ELSEWHERE,
        body: "",
        when: random.pick(moments),
      },
      { times: 1 },
    ],
  ],
  [0.5, () => [ALL, { type: "throttle", retryAfter: { inSeconds: 1 } }, { times: 1 }]],
  [1, () => [ALL, { type: "drip", everyMs: 2, bytes: 20 }]],
  [3, (random) => [READS, { type: "stale", writes: random.between(1, 3) }, { times: random.pick([1, 2]) }]],
];

/**
 * Up to four rules, each of another kind. Together they may hide, delay and lose answers; yet every write shows within
 * the visibility timeout, because beyond it no provider can tell a lost create from one that never was.
 */
export function randomFaults(random: Random): FaultRule[] {
  const count = random.weighted([
    [2, 0],
    [3, 1],
    [3, 2],
    [2, 3],
    [1, 4],
  ]);
  const left = [...kinds];
  return Array.from({ length: count }, () => {
    const make = random.weighted(left);
    left.splice(
      left.findIndex(([, candidate]) => candidate === make),
      1,
    );
    const [operations, effect, rest] = make(random);
    const operation = random.chance(0.4) ? random.pick(operations) : operations;
    const probability = random.pick([0.1, 0.2, 0.4, 0.8, 1]);
    return { operation, effect, probability, times: random.pick([1, 2, 4]), ...rest };
  });
}
