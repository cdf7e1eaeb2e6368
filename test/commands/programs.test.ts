import { startSimulator, type Simulator } from "../../src/simulator";
import { fc } from "../fast-check";
import type { CommandProgram } from "../programs/commands";
import { commandProgram } from "../programs/generate-commands";
import { Execution } from "./programs/execution";
import { Workspaces } from "./programs/world";

jest.mock("node:timers/promises", () => ({
  ...jest.requireActual<object>("node:timers/promises"),
  ...jest.requireActual<object>("../provider/quick-waits"),
}));

jest.mock("node:crypto", () => jest.requireActual<object>("../quick-crypto.cjs"));

/** `MODEL_RUNS=1000 MODEL_SEED=7 npx jest test/commands/programs` */
const numRuns = Number(process.env["MODEL_RUNS"] ?? 25);
const seed = Number(process.env["MODEL_SEED"] ?? 1);

let simulator: Simulator;
let workspaces: Workspaces;

beforeAll(async () => {
  for (const name of Object.keys(process.env)) if (name.startsWith("OUTREACH_")) delete process.env[name];
  simulator = await startSimulator({ seed: 1, now: () => workspaces?.now() ?? new Date() });
});

afterAll(() => simulator.close());

async function execute(program: CommandProgram): Promise<void> {
  simulator.reset();
  workspaces = new Workspaces(simulator);
  const execution = new Execution(simulator, workspaces, program);
  try {
    await execution.execute();
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${execution.story.join("\n")}`, { cause: error });
  } finally {
    execution.end();
  }
}

describe("any program of commands, edits, changes in Outreach, faults and kills", () => {
  it(
    "loses no byte of a person, writes none of another object, calls nothing deleted without proof, and ends with the documented status",
    async () => {
      await fc.assert(fc.asyncProperty(commandProgram, execute), { numRuns, seed });
    },
    120_000 + numRuns * 2_000,
  );
});
