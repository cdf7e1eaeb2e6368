import { Installation } from "./bench";
import { execute, type Report } from "./execute";
import { generateProgram } from "./generate";

/**
 * A few programs out of the endless row of `npm run chaos`. Together they kill at every point and by every signal; a
 * random time is no point that a test could rely on.
 */
const SLICE = [
  { index: 1855, kills: ["kill committed", "SIGKILL to provider", "SIGKILL to group"] },
  { index: 2188, kills: ["kill received", "kill answered", "SIGKILL to terraform"] },
  { index: 3004, kills: ["kill planning", "kill received", "SIGTERM to group"] },
  { index: 3385, kills: ["kill dropped", "kill committed", "kill received"] },
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
