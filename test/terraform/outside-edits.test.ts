import type { Review } from "../../src/commands/review/model/review";
import { workbench } from "./harness";

const bench = workbench();
const lines = (...all: readonly string[]) => all.join("\n");

/** The provider and the review judge the same edits: what one of them reports as lost, the other reports, too. */
it("edits that reach the state with a refresh, in parts and beside changes of the code, are lost only with a warning or an approval", async () => {
  const project = await bench.project({
    env: { OUTREACH_VISIBILITY_TIMEOUT: "0", OUTREACH_MAX_RETRIES: "0" },
  });
  const configure = (prompts: Readonly<Record<string, string>>) => {
    const named = Object.entries(prompts).map(([name, prompt]) => [name, { name, prompt }]);
    project.configure({
      provider: { outreach: {} },
      resource: { outreach_snippet: Object.fromEntries(named) },
    });
  };
  const edit = (name: string, prompt: string) => bench.simulator().update(bench.object(name).id, { prompt });
  const reviewed = async (...args: string[]) => {
    const { status, said } = await project.review(["--format", "json", "--fail-on", "drift", ...args]);
    const [stack] = (JSON.parse(said) as Review).stacks;
    const changes = stack!.changes.map(({ name, lostEdit }) => [name, lostEdit !== null]);
    return { status, lost: Object.fromEntries(changes), drift: stack!.drift.map(({ name }) => name) };
  };
  const poem = ["1", "2", "3", "4", "5"];
  configure({ chain: "a", merged: lines(...poem), late: "one" });
  await project.apply();

  // The code has pulled an edit of `chain`, and the server shows the update of `late` only after its apply.
  edit("chain", lines("a", "x", "y"));
  configure({ chain: lines("a", "x", "y"), merged: lines(...poem), late: "two" });
  bench.simulator().addFault({ operation: "UpdateSnippet", effect: { type: "hide" } });
  expect(await project.fail(["apply", "-auto-approve"])).toMatchObject([
    { summary: expect.stringContaining("the API keeps another prompt") as string },
  ]);
  bench.simulator().clearFaults();
  bench.simulator().release();

  // The code has merged an edit of `merged` with a change, and goes on with `late`.
  edit("merged", lines(...poem, "6"));
  const merged = lines("ONE", ...poem.slice(1), "6");
  configure({ chain: lines("a", "x", "y"), merged, late: "three" });
  expect(await reviewed()).toEqual({
    status: 2,
    lost: { merged: false, late: false },
    drift: ["merged"],
  });

  // A part of the pulled edit is taken back.
  edit("chain", lines("a", "x"));
  expect(await reviewed()).toEqual({
    status: 3,
    lost: { chain: true, merged: false, late: false },
    drift: ["chain", "merged"],
  });
  const refused = await project.fail(["plan"], { OUTREACH_OUTSIDE_EDITS: "fail" });
  expect(refused.map(({ address }) => address)).toEqual(["outreach_snippet.chain"]);

  // Reviewers see an edit that no apply has stored, also in the delete of an object that has left the code.
  project.configure({ provider: { outreach: {} } });
  const approved = { OUTREACH_APPROVED: await project.approve() };
  edit("late", "edited");
  const unseen = await project.fail(["apply", "-auto-approve"], approved);
  expect(unseen.map(({ summary }) => summary)).toEqual([
    `outreach_snippet (${bench.object("late").id}): this delete is not approved`,
  ]);
  expect(bench.simulator().objects()).toHaveLength(3);
  await project.succeed(["apply", "-auto-approve"], { OUTREACH_APPROVED: await project.approve() });
  expect(bench.simulator().objects()).toEqual([]);
});
