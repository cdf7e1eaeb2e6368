import fc from "fast-check";
import type { Dialect, FaultEffect, FaultRule } from "../../../src/simulator";
import { anyDialect, rewriting } from "../dialects";
import { fault } from "./faults";

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
  /** The id of the object belongs to another one from now on. */
  | { readonly type: "reuse"; readonly slot: number }
  | { readonly type: "mailboxes"; readonly slot: number; readonly count: number }
  | { readonly type: "edit bystander" | "delete bystander"; readonly index: number }
  | { readonly type: "import"; readonly slot: number; readonly index: number };

/** How an apply ends. Requests are counted from its first. */
type Ending =
  | { readonly type: "whole" }
  /** Terraform asks the provider to stop when that request begins. */
  | { readonly type: "stop"; readonly request: number }
  /** From that request on nothing reaches the API any more and no answer reaches the state. */
  | { readonly type: "kill"; readonly request: number; readonly committed: boolean }
  /** The answers for these slots reach no state, although everything was carried out. */
  | { readonly type: "forget"; readonly slots: readonly number[] };

/** What others do while an apply is under way, when that request of it begins. */
interface Meanwhile {
  readonly request: number;
  readonly event: Exclude<Outside, { type: "import" | "reuse" }>;
}

/** What another configuration applies at the same time: a block with the kind and name of that slot, or none of its kind. */
export interface Beside {
  readonly slot: number;
  readonly isDeclared: boolean;
}

export interface Run {
  readonly declared: readonly Declared[];
  readonly existingName: "warn" | "adopt" | "fail";
  readonly before: readonly Outside[];
  readonly planFaults: readonly FaultRule[];
  /** Between the plan and its apply. */
  readonly between: readonly Exclude<Outside, { type: "import" }>[];
  readonly applyFaults: readonly FaultRule[];
  readonly during: readonly Meanwhile[];
  readonly beside: Beside | null;
  /** Slots that the run replaces, as the option -replace does. */
  readonly replaced: readonly number[];
  /** The provider reaches the API at another address. */
  readonly elsewhere: boolean;
  /** Whether data sources are read in the same plan and apply. */
  readonly looks: boolean;
  readonly ending: Ending;
}

/** What a run may meet, where it meets nothing. */
export const calm: Omit<Run, "declared" | "existingName" | "before"> = {
  planFaults: [],
  between: [],
  applyFaults: [],
  during: [],
  beside: null,
  replaced: [],
  elsewhere: false,
  looks: false,
  ending: { type: "whole" },
};

export interface Program {
  readonly dialect: Partial<Dialect>;
  readonly maxRetries: number;
  /** How many milliseconds the dates of the server are ahead of its clock. */
  readonly skew: number;
  readonly forceDestroy: boolean;
  readonly runs: readonly Run[];
}

/** The long ones are one to a list that cuts names, and some servers store the last ones as others. */
const name = fc.constantFrom(
  "a",
  "a",
  "b",
  "B",
  "caf\u00e9",
  "Welcome sequence, step 1",
  "Welcome sequence, step 2",
  `R&D "x"`,
  "b\u200b",
);
const content = fc.option(fc.constantFrom("", "one", "two {x}", "three\n", "four\r\n{y}"), { freq: 6 });
const slot = fc.nat({ max: SLOTS.length - 1 });
const index = fc.nat({ max: 3 });
const outside = fc.oneof(
  fc.record({ type: fc.constant("bystander" as const), slot, copies: fc.boolean(), name }),
  fc.record({ type: fc.constant("edit" as const), slot, rename: fc.option(name) }),
  fc.record({ type: fc.constant("delete" as const), slot }),
  fc.record({ type: fc.constant("mailboxes" as const), slot, count: fc.nat({ max: 2 }) }),
  fc.record({ type: fc.constantFrom("edit bystander" as const, "delete bystander" as const), index }),
);
const reusing = fc.record({ type: fc.constant("reuse" as const), slot });
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
  before: few(
    fc.oneof(
      { weight: 6, arbitrary: outside },
      { weight: 2, arbitrary: importing },
      { weight: 1, arbitrary: reusing },
    ),
  ),
  planFaults: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: few(fault) }),
  between: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: few(fc.oneof({ weight: 6, arbitrary: outside }, { weight: 1, arbitrary: reusing })),
    },
  ),
  applyFaults: few(fault),
  during: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: few(fc.record({ request: fc.integer({ min: 1, max: 12 }), event: outside })) },
  ),
  beside: fc.option(fc.record({ slot, isDeclared: fc.boolean() })),
  replaced: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: few(slot) }),
  elsewhere: fc.constantFrom(false, false, false, true),
  looks: fc.boolean(),
  ending,
});

export const program: fc.Arbitrary<Program> = fc.record({
  dialect: fc.oneof(
    { weight: 3, arbitrary: anyDialect },
    {
      weight: 1,
      arbitrary: fc
        .tuple(anyDialect, fc.constantFrom(...rewriting))
        .map(([dialect, storedText]) => ({ ...dialect, storedText })),
    },
  ),
  maxRetries: fc.constantFrom(0, 0, 1),
  skew: fc.constantFrom(0, 0, 0, -30_000, 30_000),
  forceDestroy: fc.boolean(),
  runs: fc.array(run, { minLength: 1, maxLength: 4 }),
});

/** Whether any fault of the program is of one of these types. */
export function strikes({ runs }: Program, ...types: FaultEffect["type"][]): boolean {
  return runs.some(({ planFaults, applyFaults }) =>
    [...planFaults, ...applyFaults].some(({ effect }) => types.includes(effect.type)),
  );
}

/** Whether reads may show what was there before. */
export function isLagging(faults: readonly FaultRule[]): boolean {
  return faults.some(({ effect }) => effect.type === "stale");
}
