import type * as Crypto from "node:crypto";
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

// The digest of a workspace takes 0.1 s so that nobody guesses an id. Here it only has to differ.
jest.mock("node:crypto", () => {
  const actual = jest.requireActual<typeof Crypto>("node:crypto");
  const scryptSync = (text: string, salt: string, length: number) =>
    actual.scryptSync(text, salt, length, { N: 2 });
  return Object.create(actual, { scryptSync: { value: scryptSync } }) as object;
});

/** `MODEL_RUNS=1000 MODEL_SEED=7 npx jest test/cli/programs` */
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
    60_000 + numRuns * 2_000,
  );
});
