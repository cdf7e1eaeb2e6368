import fc from "fast-check";
import { startSimulator, type Simulator } from "../../src/simulator";
import { Execution } from "./model/execution";
import { credentials } from "./model/process";
import { calm, program, type Declared, type Program } from "./model/program";

jest.mock("node:timers/promises", () => jest.requireActual<object>("./quick-waits"));

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

async function execute(steps: Program): Promise<void> {
  simulator.reset();
  skew = steps.skew;
  const execution = new Execution(simulator, steps);
  try {
    await execution.execute();
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${execution.story.join("\n")}`, { cause: error });
  } finally {
    await execution.end();
  }
  for (const secret of Object.values(credentials)) expect(execution.heard).not.toContain(secret);
}

const none: Declared = null;
const plain = { dialect: {}, maxRetries: 0, skew: 0, forceDestroy: false } as const;

/** Programs that random ones come by too seldom. */
const examples: readonly Program[] = [
  // The update of an object that is taken over shows late.
  {
    ...plain,
    runs: [
      {
        ...calm,
        declared: [{ name: "a", content: "one" }, none, none, none],
        existingName: "adopt",
        before: [{ type: "bystander", slot: 0, copies: false, name: "a" }],
        applyFaults: [{ operation: "UpdateCluster", effect: { type: "hide", reads: 2 } }],
      },
    ],
  },
  // The id of a managed object belongs to an object of others, which they change while the state still has the id.
  {
    ...plain,
    runs: [
      {
        ...calm,
        declared: [none, none, none, { name: "a", content: null }],
        existingName: "warn",
        before: [],
      },
      {
        ...calm,
        declared: [none, none, none, none],
        existingName: "warn",
        before: [],
        between: [
          { type: "reuse", slot: 3 },
          { type: "edit bystander", index: 0 },
        ],
      },
      { ...calm, declared: [none, none, none, none], existingName: "warn", before: [] },
    ],
  },
  // The create never happened, and another configuration makes an object of the same name meanwhile.
  {
    ...plain,
    runs: [
      {
        ...calm,
        declared: [none, none, { name: "a", content: "one" }, none],
        existingName: "warn",
        before: [],
        applyFaults: [{ operation: "CreateSnippet", match: { prompt: "one" }, effect: { type: "reset" } }],
        beside: { slot: 2, isDeclared: true },
      },
    ],
  },
];

describe("any program of runs, faults, crashes and changes by others", () => {
  it(
    "makes no object twice, loses none, touches no unmanaged one, converges once the faults stop, and leaves nothing behind",
    async () => {
      await fc.assert(fc.asyncProperty(program, execute), {
        numRuns,
        seed,
        examples: examples.map((example) => [example]),
      });
    },
    // Finding the smallest failing program may take long.
    60_000 + numRuns * 2_000,
  );
});
