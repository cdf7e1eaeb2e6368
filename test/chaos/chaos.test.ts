import { Installation } from "./bench";
import { execute } from "./execute";
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
  beforeAll(() => installation.prepare());
  afterAll(() => installation.dispose());

  it.each(SLICE)(
    "keep to every invariant (npm run chaos -- --seed slice --only $index)",
    async ({ index, kills }) => {
      const { violation, covered, story } = await execute(
        generateProgram("slice", index),
        index,
        installation,
      );
      expect({ violation, story }).toEqual({ violation: undefined, story: expect.anything() as unknown });
      expect(covered).toEqual(expect.arrayContaining(kills));
    },
  );
});
