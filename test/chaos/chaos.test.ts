import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "../../src/simulator";
import { WORKSPACE_ID } from "../terraform/project";
import { Installation } from "./bench";
import { execute, type Report } from "./execute";
import { generateProgram } from "./generate";
import { Model } from "./model";
import { recover } from "./recovery";

/**
 * A few programs out of the endless row of `npm run chaos`. Together they kill at every point and by every signal; a
 * random time is no point that a test could rely on.
 */
const SLICE = [
  { index: 20, kills: ["kill planning", "kill dropped", "kill received", "SIGKILL to terraform"] },
  { index: 26, kills: ["kill answered", "SIGKILL to group", "SIGKILL to provider"] },
  { index: 54, kills: ["kill committed", "SIGINT to group", "SIGTERM to provider"] },
];

describe("random programs under faults and kills, through the real engine", () => {
  const installation = new Installation();
  let reports: readonly Report[] = [];
  // At the same time: each of them mostly waits.
  beforeAll(async () => {
    await installation.prepare();
    reports = await Promise.all(
      SLICE.map(({ index }) => execute(generateProgram("slice", index), index, installation)),
    );
  });
  afterAll(() => installation.dispose());

  it.each(SLICE)("keep to every invariant (npm run chaos -- --seed slice --only $index)", (run) => {
    const { violation, story, covered } = reports[SLICE.indexOf(run)]!;
    expect({ violation, story }).toEqual({ violation: undefined, story });
    expect(covered).toEqual(expect.arrayContaining(run.kills));
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
