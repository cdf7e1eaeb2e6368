import fc from "fast-check";
import type { OperationName } from "../../../src/api";
import { hostileContents, type FaultEffect, type FaultRule } from "../../../src/simulator/fault-rules";
import { credentials } from "./process";

const CLUSTERS = ["CreateCluster", "GetCluster", "UpdateCluster", "DeleteCluster", "ListClusters"] as const;
const SNIPPETS = ["CreateSnippet", "GetSnippet", "UpdateSnippet", "DeleteSnippet", "ListSnippet"] as const;
const everyOperation: readonly OperationName[] = [...CLUSTERS, ...SNIPPETS];

const moment = fc.constantFrom("before" as const, "after" as const);
const pause = fc.nat({ max: 100 });

/** An error that repeats what nobody may print. */
const error = { code: "Refused", message: `Refused ${Object.values(credentials).join(" and ")}.` };

/** An error in the body of a 2xx: alone, beside what a full list looks like, and as the older forms have it. */
const bodies = fc.constantFrom<unknown>(
  { error },
  { clusters: [], snippets: [], nextToken: null, error },
  { clusters: [], snippets: [], nextToken: null, message: error.message, success: false },
  { message: error.message },
);

/** What a proxy, a login page or another server on the way answers. */
const detours = fc.constantFrom<FaultEffect>(
  { type: "status", status: 302, headers: { location: "https://login.invalid/" }, body: "" },
  { type: "status", status: 304, body: "" },
  { type: "status", status: 307, headers: { location: "https://login.invalid/" }, body: "" },
  { type: "status", status: 407, body: "Proxy Authentication Required" },
  {
    type: "status",
    status: 200,
    headers: { "content-type": "application/json; charset=utf-16le" },
    body: "{\u0000}\u0000",
  },
);

const weighted = (weight: number, arbitrary: fc.Arbitrary<FaultEffect>) => ({ weight, arbitrary });
const type = <const T>(value: T) => fc.constant(value);

const effect: fc.Arbitrary<FaultEffect> = fc.oneof(
  weighted(4, fc.record({ type: type("reset"), when: moment })),
  weighted(
    3,
    fc.record({
      type: type("status"),
      status: fc.constantFrom(400, 401, 403, 404, 408, 409, 423, 500, 503),
      when: type("before"),
    }),
  ),
  weighted(
    3,
    fc.record({
      type: type("status"),
      status: fc.constantFrom(400, 404, 409, 429, 429, 500, 502, 504),
      headers: fc.constantFrom<Readonly<Record<string, string>>>(
        {},
        { "retry-after": "0" },
        { "retry-after": "1" },
      ),
      when: type("after"),
    }),
  ),
  weighted(2, fc.record({ type: type("status"), status: type(200), body: bodies, when: moment })),
  weighted(1, detours),
  weighted(2, type({ type: "truncate" })),
  weighted(1, type({ type: "throttle" })),
  weighted(
    1,
    fc.record({ type: type("throttle"), retryAfter: fc.constantFrom(0, 1, "soon", { inSeconds: 1 }) }),
  ),
  weighted(2, fc.record({ type: type("content"), content: fc.constantFrom(...hostileContents) })),
  weighted(2, fc.record({ type: type("hide"), reads: fc.integer({ min: 1, max: 2 }) })),
  weighted(2, fc.record({ type: type("stale"), writes: fc.integer({ min: 1, max: 3 }) })),
  weighted(1, fc.record({ type: type("delay"), ms: pause, when: moment })),
  weighted(1, type({ type: "hold", when: "after" })),
  weighted(1, type({ type: "drip", everyMs: 1, bytes: 20 })),
  weighted(1, type({ type: "loop" })),
);

export const fault: fc.Arbitrary<FaultRule> = fc.record({
  operation: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...everyOperation) },
    { weight: 1, arbitrary: fc.constant(everyOperation) },
  ),
  nth: fc.integer({ min: 1, max: 4 }),
  times: fc.integer({ min: 1, max: 3 }),
  effect,
});
