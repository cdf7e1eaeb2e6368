import { fc } from "../fast-check";
import { startSimulator, type Simulator } from "../../src/simulator";
import { coreProgram } from "../programs/generate-core";
import {
  BLOCKS,
  calm,
  changesAndDeletes,
  type DeclaredBlock,
  type Program,
  type Step,
} from "../programs/program";
import { Execution } from "./model/execution";

jest.mock("node:timers/promises", () => jest.requireActual<object>("./quick-waits"));
jest.mock("node:crypto", () => jest.requireActual<object>("../quick-crypto.cjs"));

/** `MODEL_RUNS=5000 MODEL_SEED=7 npx jest test/provider/model` */
const numRuns = Number(process.env["MODEL_RUNS"] ?? 30);
const seed = Number(process.env["MODEL_SEED"] ?? 1);

let simulator: Simulator;
let skew = 0;

beforeAll(async () => {
  for (const name of Object.keys(process.env)) if (name.startsWith("OUTREACH_")) delete process.env[name];
  simulator = await startSimulator({ seed: 1, now: () => new Date(Date.now() + skew) });
});

afterAll(() => simulator.close());

async function execute(program: Program): Promise<void> {
  simulator.reset();
  skew = program.skew;
  const execution = new Execution(simulator, program);
  try {
    await execution.execute();
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${execution.story.join("\n")}`, { cause: error });
  } finally {
    await execution.end();
  }
}

const plain = { dialect: {}, maxRetries: 0, skew: 0, forceDestroy: false } as const;
const content = { name: "a", text: "one" };

/** Programs that random ones seldom are. */
const examples: readonly Program[] = [
  // The update of an adopted object shows late.
  {
    ...plain,
    steps: [
      {
        ...calm,
        actions: [{ do: "declare", blocks: [content, null, null, null] }],
        existingName: "adopt",
        before: [{ do: "add unmanaged", kind: "cluster", name: "a", text: "theirs", same: false }],
        applyFaults: [{ operation: "UpdateCluster", effect: { type: "hide", reads: 2 } }],
      },
    ],
  },
  // A refresh does not find an object that the list still has.
  {
    ...plain,
    steps: [
      { ...calm, actions: [{ do: "declare", blocks: [null, null, content, null] }] },
      {
        ...calm,
        planFaults: [{ operation: "GetSnippet", nth: 1, times: 20, effect: { type: "status", status: 404 } }],
      },
    ],
  },
  // The id of a managed object belongs to an unmanaged one, which is edited while the state still has the id.
  {
    ...plain,
    steps: [
      { ...calm, actions: [{ do: "declare", blocks: [null, null, null, content] }] },
      {
        ...calm,
        actions: [{ do: "declare", blocks: [null, null, null, null] }],
        between: [
          { do: "reuse", who: 0 },
          { do: "edit unmanaged", which: 0, text: "edited" },
        ],
      },
      calm,
    ],
  },
  // The create never happened, and another configuration makes an object of the same name meanwhile.
  {
    ...plain,
    steps: [
      {
        ...calm,
        actions: [{ do: "declare", blocks: [null, null, content, null] }],
        applyFaults: [{ operation: "CreateSnippet", match: { prompt: "one" }, effect: { type: "reset" } }],
        beside: { block: 2, isDeclared: true },
      },
    ],
  },
  // A plan overwrites an edit, with a warning and with an error.
  ...(["warn", "fail"] as const).map((outsideEdits) => ({
    ...plain,
    steps: [
      { ...calm, actions: [{ do: "declare" as const, blocks: [null, null, content, null] }] },
      {
        ...calm,
        actions: [{ do: "declare" as const, blocks: [null, null, { name: "a", text: "two {x}" }, null] }],
        before: [{ do: "edit" as const, who: 0, name: null, text: "changed outside" }],
        outsideEdits,
      },
    ],
  })),
  // The code has pulled two lines, one of them is taken back, and a plan restores it.
  ...(["warn", "fail"] as const).map((outsideEdits) => ({
    ...plain,
    steps: [
      { ...calm, actions: [{ do: "declare" as const, blocks: [null, null, content, null] }] },
      {
        ...calm,
        before: [
          { do: "add line" as const, who: 0, line: "more" },
          { do: "add line" as const, who: 0, line: "and more" },
          { do: "pull" as const, who: 0, plus: null },
        ],
      },
      { ...calm, before: [{ do: "remove line" as const, who: 0, at: 2 }], outsideEdits },
    ],
  })),
  // A write is refused, and its object changes before the retry.
  ...(
    [
      [2, content, { do: "edit", who: 0, name: null, text: "changed outside" }],
      [2, null, { do: "edit", who: 0, name: null, text: "changed outside" }],
      [2, null, { do: "reuse", who: 0 }],
      [0, null, { do: "mailboxes", who: 0, count: 2 }],
    ] as const
  ).flatMap(([block, declared, change]) =>
    [false, true].map((forceDestroy): Program => {
      const only = (one: DeclaredBlock | null): Step["actions"] => [
        { do: "declare", blocks: BLOCKS.map((_, index) => (index === block ? one : null)) },
      ];
      const effect = { type: "throttle", retryAfter: 2 } as const;
      const operation = changesAndDeletes;
      return {
        ...{ ...plain, maxRetries: 1, forceDestroy },
        steps: [
          { ...calm, actions: only({ name: "a", text: "two {x}" }) },
          {
            ...calm,
            actions: only(declared),
            applyFaults: [{ operation, nth: 1, effect }],
            inWait: [{ wait: 1, change }],
          },
        ],
      };
    }),
  ),
  // The approval lacks a delete, and the saved plan is older than it.
  {
    ...plain,
    steps: [
      { ...calm, actions: [{ do: "declare", blocks: [null, null, content, null] }] },
      {
        ...calm,
        actions: [{ do: "declare", blocks: [null, null, null, null] }],
        review: { leftOut: [0], after: [], isLate: true },
      },
    ],
  },
];

describe("any program of plans, applies, faults, crashes and outside changes", () => {
  it(
    "duplicates and loses no object, changes no unmanaged object, writes only what is approved, loses no edit unseen, converges without faults, and destroys its objects",
    async () => {
      await fc.assert(fc.asyncProperty(coreProgram, execute), {
        numRuns,
        seed,
        examples: examples.map((example) => [example]),
      });
    },
    // Finding the smallest failing program may take long.
    60_000 + numRuns * 2_000,
  );
});
