import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "../../src/simulator";
import { WORKSPACE_ID } from "../terraform/project";
import { Installation } from "./bench";
import { execute, type Report } from "./execute";
import { generateProgram } from "./generate";
import { Model } from "./model";
import type { Kill, Program, Step } from "./program";
import { recover } from "./recovery";

/** A few programs of the endless row of `npm run chaos`. Which kills they meet depends on how busy the machine is. */
const SLICE = [20, 26, 54];

/** Kills at points that the simulator holds, so that each strikes, however busy the machine is. */
const KILLS: readonly Pick<Kill, "at" | "signal" | "target">[] = [
  { at: "planning", signal: "SIGKILL", target: "terraform" },
  { at: "received", signal: "SIGINT", target: "group" },
  { at: "dropped", signal: "SIGKILL", target: "group" },
  { at: "committed", signal: "SIGKILL", target: "provider" },
  { at: "answered", signal: "SIGTERM", target: "provider" },
  { at: "answered", signal: "SIGKILL", target: "group" },
];

const calm: Omit<Step, "actions" | "kill"> = {
  outside: [],
  between: null,
  replace: null,
  adopts: true,
  refuses: false,
  looks: false,
  parallelism: 10,
  faults: [],
};

/** A program that creates one snippet and is killed on the way. A second create might write the state meanwhile. */
function killed(kill: (typeof KILLS)[number]): Program {
  const add = { do: "add", kind: "snippet", name: "Killed", text: "Text", createFirst: false } as const;
  const killing = { ...kill, twice: false, operation: kill.at === "planning" ? 1 : 0, nth: 1, afterMs: 0 };
  return { dialect: {}, skew: 0, steps: [{ ...calm, actions: [add], kill: killing }] };
}

describe("programs under faults and kills, through the real engine", () => {
  const installation = new Installation();
  const reports = new Map<unknown, Report>();
  // At the same time: each of them mostly waits.
  beforeAll(async () => {
    await installation.prepare();
    const programs: (readonly [unknown, Program, number])[] = [
      ...SLICE.map((index) => [index, generateProgram("slice", index), index] as const),
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
    const { id } = simulator.create("cluster", WORKSPACE_ID, { name: "Same" });
    const model = new Model(simulator, folder);
    const declared = { kind: "cluster", name: "Same", text: null, createFirst: false } as const;
    model.bystanders.set(id, model.objects()[0]!);
    model.declared.set("outreach_cluster.r1", {
      ...declared,
      address: "outreach_cluster.r1",
      takes: { id, by: "import" },
    });
    model.declared.set("outreach_cluster.r2", { ...declared, address: "outreach_cluster.r2" });
    const { existingName, imports } = recover(model, true);
    expect({ existingName, imports: [...imports] }).toEqual({
      existingName: "warn",
      imports: [["outreach_cluster.r1", id]],
    });
  } finally {
    await simulator.close();
    rmSync(folder, { recursive: true });
  }
});
