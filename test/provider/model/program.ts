import fc from "fast-check";
import type { OperationName } from "../../../src/api";
import type { Dialect, FaultEffect, FaultRule, HostileContent } from "../../../src/simulator";

/** The `resource` blocks that a configuration may hold, two of each kind. */
export const SLOTS = [
  "outreach_cluster",
  "outreach_cluster",
  "outreach_snippet",
  "outreach_snippet",
] as const;

/** What one block declares; null where it is not in the configuration. `content` is a description or a prompt. */
export type Declared = { readonly name: string; readonly content: string | null } | null;

/** What others do to the workspace. Indexes count around, so that any number points at something. */
export type Outside =
  | { readonly type: "bystander"; readonly slot: number; readonly copies: boolean; readonly name: string }
  | { readonly type: "edit"; readonly slot: number; readonly rename: string | null }
  | { readonly type: "delete"; readonly slot: number }
  | { readonly type: "edit bystander" | "delete bystander"; readonly index: number }
  | { readonly type: "import"; readonly slot: number; readonly index: number };

/** How an apply ends. Requests are counted from its first. */
export type Ending =
  | { readonly type: "whole" }
  /** Terraform asks the provider to stop when that request begins. */
  | { readonly type: "stop"; readonly request: number }
  /** From that request on nothing reaches the API any more and no answer reaches the state. */
  | { readonly type: "kill"; readonly request: number; readonly committed: boolean }
  /** The answers for these slots reach no state, although everything was carried out. */
  | { readonly type: "forget"; readonly slots: readonly number[] };

export interface Run {
  readonly declared: readonly Declared[];
  readonly existingName: "warn" | "adopt" | "fail";
  readonly before: readonly Outside[];
  readonly planFaults: readonly FaultRule[];
  /** Between the plan and its apply. */
  readonly between: readonly Exclude<Outside, { type: "import" }>[];
  readonly applyFaults: readonly FaultRule[];
  readonly ending: Ending;
}

export interface Program {
  readonly dialect: Partial<Dialect>;
  readonly maxRetries: number;
  readonly runs: readonly Run[];
}

const CLUSTERS = ["CreateCluster", "GetCluster", "UpdateCluster", "DeleteCluster", "ListClusters"] as const;
const SNIPPETS = ["CreateSnippet", "GetSnippet", "UpdateSnippet", "DeleteSnippet", "ListSnippet"] as const;
const everyOperation: readonly OperationName[] = [...CLUSTERS, ...SNIPPETS];

const name = fc.constantFrom("a", "b", "caf\u00e9");
const content = fc.option(fc.constantFrom("", "one", "two {x}", "three\n", "four\r\n{y}"), { freq: 6 });
const slot = fc.nat({ max: SLOTS.length - 1 });
const index = fc.nat({ max: 3 });
const moment = fc.constantFrom("before" as const, "after" as const);

const contents = fc.constantFrom<HostileContent>(
  "html",
  "empty",
  "null",
  "array",
  "empty-object",
  "deep",
  "proto",
  "wrong-types",
  "lone-surrogates",
  "bad-utf8",
);

const effect: fc.Arbitrary<FaultEffect> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("reset" as const), when: moment }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("status" as const),
      status: fc.constantFrom(400, 401, 404, 408, 409, 500, 503),
      when: fc.constant("before" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("status" as const),
      status: fc.constantFrom(500, 502, 504),
      when: fc.constant("after" as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant<FaultEffect>({ type: "truncate" }) },
  { weight: 2, arbitrary: fc.constant<FaultEffect>({ type: "throttle" }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("content" as const), content: contents }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("hide" as const), reads: fc.integer({ min: 1, max: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("delay" as const), ms: fc.nat({ max: 100 }), when: moment }),
  },
  { weight: 1, arbitrary: fc.constant<FaultEffect>({ type: "hold", when: "after" }) },
);

const fault: fc.Arbitrary<FaultRule> = fc.record({
  operation: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...everyOperation) },
    { weight: 1, arbitrary: fc.constant(everyOperation) },
  ),
  nth: fc.integer({ min: 1, max: 4 }),
  times: fc.integer({ min: 1, max: 3 }),
  effect,
});

const outside = fc.oneof(
  fc.record({ type: fc.constant("bystander" as const), slot, copies: fc.boolean(), name }),
  fc.record({ type: fc.constant("edit" as const), slot, rename: fc.option(name) }),
  fc.record({ type: fc.constant("delete" as const), slot }),
  fc.record({ type: fc.constantFrom("edit bystander" as const, "delete bystander" as const), index }),
);
const importing = fc.record({ type: fc.constant("import" as const), slot, index });

const ending: fc.Arbitrary<Ending> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Ending>({ type: "whole" }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("stop" as const), request: fc.integer({ min: 1, max: 12 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("kill" as const),
      request: fc.integer({ min: 1, max: 12 }),
      committed: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("forget" as const), slots: fc.uniqueArray(slot) }) },
);

const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 2 });

const run: fc.Arbitrary<Run> = fc.record({
  declared: fc.tuple(...SLOTS.map(() => fc.option(fc.record({ name, content }), { freq: 3 }))),
  existingName: fc.constantFrom("warn", "warn", "adopt", "fail"),
  before: few(fc.oneof({ weight: 3, arbitrary: outside }, { weight: 1, arbitrary: importing })),
  planFaults: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: few(fault) }),
  between: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: few(outside) }),
  applyFaults: few(fault),
  ending,
});

/** What no dialect here does: refuse equal names, or keep a description whatever is sent. No run can converge then. */
const dialect: fc.Arbitrary<Partial<Dialect>> = fc.record(
  {
    errorBody: fc.constantFrom(
      "error-object",
      "message",
      "error-string",
      "errors-list",
      "problem",
      "text",
      "empty",
    ),
    notFound: fc.constantFrom("404", "400", "200-error", "200-null", "200-empty"),
    updateMissing: fc.constantFrom("error", "success"),
    deleteMissing: fc.constantFrom("error", "success"),
    createStatus: fc.constantFrom("200", "201"),
    deleteClusterAnswer: fc.constantFrom("empty-object", "identifiers", "no-content"),
    absentDescription: fc.constantFrom("null", "absent", "empty"),
    clearDescription: fc.constantFrom("empty-or-null", "empty", "null"),
    storedText: fc.constantFrom("as-sent", "line-feeds", "trim-newline", "nfc", "nfd"),
    noOpUpdate: fc.constantFrom("touched", "untouched"),
    timestamps: fc.constantFrom("milliseconds", "seconds", "offset"),
    listOrder: fc.constantFrom("created", "created-descending", "name", "id"),
    pageSize: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: [] },
);

export const program: fc.Arbitrary<Program> = fc.record({
  dialect,
  maxRetries: fc.constantFrom(0, 0, 1),
  runs: fc.array(run, { minLength: 1, maxLength: 4 }),
});

/** Whether any fault of the program is of this type. */
export function strikes({ runs }: Program, type: FaultEffect["type"]): boolean {
  return runs.some(({ planFaults, applyFaults }) =>
    [...planFaults, ...applyFaults].some((rule) => rule.effect.type === type),
  );
}
