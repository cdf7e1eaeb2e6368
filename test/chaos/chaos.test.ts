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
const RANDOM = 24;

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

const add = (name: string) =>
  ({ do: "add", kind: "snippet", name, text: "Text", createFirst: false }) as const;

/**
 * A program whose applies are killed, each while it plans or creates a snippet. The first three begin the create of
 * one snippet again. The last one may adopt that snippet before it creates another: one operation at a time, so that
 * no other result writes the state at the moment of the kill.
 */
const killed: Program = {
  dialect: {},
  skew: 0,
  maxRetries: 2,
  forceDestroy: true,
  steps: KILLS.map((kill, index) => {
    const isLast = index === KILLS.length - 1;
    // What the apply is likely to call: the list of snippets is the second, and the second create the last.
    const operation = kill.at === "planning" || isLast ? 1 : 0;
    const ending: Kill = { do: "kill", ...kill, twice: false, operation, nth: 1, afterMs: 0 };
    const actions = index === 0 ? [add("Killed")] : isLast ? [add("Killed last")] : [];
    // An apply of a saved plan starts fewer processes of the provider.
    const between = kill.at === "planning" ? null : [];
    return { ...calm, existingName: "adopt", parallelism: isLast ? 1 : 10, actions, between, ending };
  }),
};

describe("programs under faults and kills, through the real engine", () => {
  const installation = new Installation();
  let reports: readonly Report[];
  // At the same time: each of them waits often.
  beforeAll(async () => {
    await installation.prepare();
    const random = engineProgramOf("slice", RANDOM);
    reports = await Promise.all([execute(random, RANDOM, installation), execute(killed, 1, installation)]);
  });
  afterAll(() => installation.dispose());

  it(`keep to every invariant (npm run chaos -- --seed slice --only ${RANDOM})`, () => {
    const { violation, story } = reports[0]!;
    expect({ violation, story }).toEqual({ violation: undefined, story });
  });

  it("keep to every invariant, and end as declared, if each of their applies is killed", () => {
    const { violation, story, covered } = reports[1]!;
    expect({ violation, story }).toEqual({ violation: undefined, story });
    const kills = covered.filter((what) => /^(kill|SIG)/.test(what));
    expect(kills).toEqual(
      KILLS.flatMap(({ at, signal, target }) => [`kill ${at}`, `${signal} to ${target}`]),
    );
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
