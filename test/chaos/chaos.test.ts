import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "../../src/simulator";
import { engineProgramOf } from "../programs/generate-engine";
import { calm, type Kill, type Program } from "../programs/program";
import { Installation } from "./bench";
import { execute, type Report } from "./execute";
import { recover } from "./recovery";
import { EngineWorld } from "./world";

/**
 * One program of the endless row of `npm run chaos`, of which CI runs more at night. Which kills it meets depends
 * on how busy the machine is.
 */
const SLICE = [26];

/**
 * Kills at points that the simulator holds, so that each strikes, however busy the machine is. Tests of the engine
 * kill it by an interrupt while a write runs, and the provider during a create.
 */
const KILLS: readonly Pick<Kill, "at" | "signal" | "target">[] = [
  { at: "planning", signal: "SIGKILL", target: "terraform" },
  { at: "dropped", signal: "SIGKILL", target: "group" },
  { at: "answered", signal: "SIGTERM", target: "provider" },
  { at: "answered", signal: "SIGKILL", target: "group" },
];

/**
 * A program that creates one snippet and is killed on the way. A second create might write the state
 * meanwhile.
 */
function killed(kill: (typeof KILLS)[number]): Program {
  const add = { do: "add", kind: "snippet", name: "Killed", text: "Text", createFirst: false } as const;
  const operation = kill.at === "planning" ? 1 : 0;
  const ending: Kill = { do: "kill", ...kill, twice: false, operation, nth: 1, afterMs: 0 };
  const steps = [{ ...calm, existingName: "adopt", actions: [add], ending } as const];
  return { dialect: {}, skew: 0, maxRetries: 2, forceDestroy: true, steps };
}

describe("programs under faults and kills, through the real engine", () => {
  const installation = new Installation();
  const reports = new Map<unknown, Report>();
  // At the same time: each of them mostly waits.
  beforeAll(async () => {
    await installation.prepare();
    const programs: (readonly [unknown, Program, number])[] = [
      ...SLICE.map((index) => [index, engineProgramOf("slice", index), index] as const),
      ...KILLS.map((kill, index) => [kill, killed(kill), index] as const),
    ];
    const run = async ([key, program, seed]: (typeof programs)[number]) =>
      reports.set(key, await execute(program, seed, installation));
    await Promise.all(programs.map(run));
  });
  afterAll(() => installation.dispose());

  it.each(SLICE)("keep to every invariant (npm run chaos -- --seed slice --only %i)", (index) => {
    const { violation, story } = reports.get(index)!;
    expect({ violation, story }).toEqual({ violation: undefined, story });
  });

  it.each(KILLS)('keep to every invariant after $signal to $target at the point "$at"', (kill) => {
    const { violation, story, covered } = reports.get(kill)!;
    expect({ violation, story }).toEqual({ violation: undefined, story });
    expect(covered).toEqual(expect.arrayContaining([`kill ${kill.at}`, `${kill.signal} to ${kill.target}`]));
  });
});

it("the user that it plays adopts nothing while a name is to be created that another resource imports", async () => {
  const folder = mkdtempSync(join(tmpdir(), "outreach-chaos-"));
  const simulator = await startSimulator();
  try {
    const world = new EngineWorld(simulator, folder);
    const { id } = world.make("cluster", { name: "Same", text: "Text" });
    const declare = (address: string, rest: object) =>
      world.declared.set(address, { kind: "cluster", name: "Same", text: null, address, ...rest });
    declare("outreach_cluster.r1", { takes: { id, by: "import" } });
    declare("outreach_cluster.r2", {});
    const { existingName, imports } = recover(world, true);
    expect({ existingName, imports: [...imports] }).toEqual({
      existingName: "warn",
      imports: [["outreach_cluster.r1", id]],
    });
  } finally {
    await simulator.close();
    rmSync(folder, { recursive: true });
  }
});
