import { unknown, type Value } from "../../src/sdk/values";
import { useApprovals } from "./approving";
import { expectOnly, useWorkbench, type Given } from "./workbench";

const bench = useWorkbench();

const doubled = { code: "doubled", text: "{{x}}", reason: "Our templates." };
const given = { name: "Opener", prompt: "Hi {{x}}" };
const acknowledging = (...acknowledged_warnings: Value[]): Given => ({ ...given, acknowledged_warnings });
const validate = (config: Given) => bench.provider.validate("outreach_snippet", config);
const UNMATCHED = "entry 1 of its acknowledged_warnings is no warning about this snippet any more";

/** What a validation is refused with. */
const refusal = (config: Given) =>
  validate(config).then(
    () => new Error("It passed."),
    (error: unknown) => error as Error,
  );

/** A snippet in the state, and an empty journal. */
async function settled(config: Given = given) {
  const snippet = await bench.snippet().settled(config);
  bench.simulator.clearJournal();
  return snippet;
}

describe("acknowledged_warnings", () => {
  it("leaves the warning out of a validation", async () => {
    expect(await validate(given)).toHaveLength(1);
    expect(await validate(acknowledging(doubled))).toEqual([]);
    const blank = { ...doubled, code: "blank-prompt", text: "" };
    expect(await validate({ ...acknowledging(blank), prompt: "" })).toEqual([]);
  });

  it("leaves the warning about an unknown variable out of a plan", async () => {
    const provider = await bench.configured({ known_variables: ["company"] });
    const config = { ...acknowledging({ ...doubled, code: "unknown", text: "{x}" }), prompt: "Hi {x}" };
    expect(await validate(config)).toEqual([]);
    expect((await bench.snippet(provider).plan(config)).warnings).toEqual([]);
    expectOnly(
      (await bench.snippet(provider).plan({ ...config, prompt: "Hi" })).warnings,
      `outreach_snippet: ${UNMATCHED}`,
    );
  });

  it("draws a warning at its place if it matches nothing any more", async () => {
    expect(await validate({ ...acknowledging(doubled), prompt: "Hi {x}" })).toMatchObject([
      {
        severity: "warning",
        summary: `outreach_snippet: ${UNMATCHED}`,
        attribute: "acknowledged_warnings",
      },
    ]);
  });

  it.each<[string, Value, string]>([
    [
      "an unknown code",
      { ...doubled, code: "doubeld" },
      "entry 2 of acknowledged_warnings has an unknown code",
    ],
    ["no reason", { ...doubled, reason: " " }, "entry 2 of acknowledged_warnings has no reason"],
    ["no text", { ...doubled, text: null }, "entry 2 of acknowledged_warnings has no text"],
    ["no entry", null, "entry 2 of acknowledged_warnings has an unknown code"],
  ])("with %s is an error that quotes none of its texts", async (_, entry, summary) => {
    const { message } = await refusal(acknowledging(doubled, entry));
    expect(message).toContain(`outreach_snippet: ${summary}`);
    expect(message).not.toMatch(/\{\{x\}\}|Our templates|doubeld/);
  });

  it.each<[string, Value]>([
    ["the list", unknown],
    ["an entry", [unknown]],
    ["a text", [{ ...doubled, text: unknown }]],
  ])("leaves all warnings to the plan if %s is not known yet, and the plan warns", async (_, entries) => {
    const config = { ...given, acknowledged_warnings: entries };
    expect(await validate(config)).toEqual([]);
    const { warnings, planned } = await bench.snippet().plan(config);
    expectOnly(warnings, "is doubled");
    expect(planned!["acknowledged_warnings"]).toEqual(entries);
  });

  it("is applied if only the apply knows it", async () => {
    const snippet = bench.snippet();
    const plan = await snippet.plan({ ...given, acknowledged_warnings: unknown });
    expect((await snippet.carryOut(acknowledging(doubled), plan)).errors).toEqual([]);
    expect(snippet.state["acknowledged_warnings"]).toEqual([doubled]);
  });

  it("is updated in place, in the state only, and no request writes", async () => {
    const snippet = await settled();
    for (const config of [acknowledging(doubled), acknowledging({ ...doubled, reason: "Other." }), given]) {
      const plan = await snippet.settle(config);
      expect(plan.action).toBe("update");
      expect(plan.planned).toMatchObject({
        last_updated_at: snippet.state["last_updated_at"],
        variables: [],
      });
      expect(snippet.state["acknowledged_warnings"]).toEqual(
        config["acknowledged_warnings" as never] ?? null,
      );
    }
    expect(bench.writes()).toBe(0);
  });

  it("stays in the state after a refresh that finds an edit made in Outreach", async () => {
    const snippet = await settled(acknowledging(doubled));
    bench.simulator.update(snippet.id, { prompt: "Edited" });
    expect(await snippet.refresh()).toMatchObject({ prompt: "Edited", acknowledged_warnings: [doubled] });
  });
});

describe("a change of acknowledged_warnings alone", () => {
  const { approve } = useApprovals(bench, "outreach_snippet");

  it.each<[string, Given]>([
    ["an approval without it", {}],
    ["OUTREACH_ALLOW without updates", { OUTREACH_ALLOW: "create" }],
  ])("passes %s, because it sends nothing", async (_, variables) => {
    const snippet = await settled();
    if (Object.keys(variables).length === 0) approve();
    Object.assign(process.env, variables);
    await snippet.settle(acknowledging(doubled));
    expect(bench.writes()).toBe(0);
  });

  it("is refused in a plan that does not know the prompt, and sends nothing if the prompt stays the same", async () => {
    const snippet = await settled();
    const config = { ...acknowledging(doubled), prompt: unknown };
    const plan = await snippet.plan(config);
    process.env["OUTREACH_ALLOW"] = "create";
    await expect(snippet.plan(config)).rejects.toThrow("OUTREACH_ALLOW does not allow this update");
    expect((await snippet.carryOut(acknowledging(doubled), plan)).errors).toEqual([]);
    expect(bench.writes()).toBe(0);
  });

  it('passes outside_edits = "fail" although the state has an edit made in Outreach', async () => {
    const snippet = await bench.snippet(await bench.configured({ outside_edits: "fail" })).settled(given);
    bench.simulator.update(snippet.id, { prompt: "Edited {{x}}" });
    await snippet.refresh();
    const { action, warnings } = await snippet.plan({ ...acknowledging(doubled), prompt: "Edited {{x}}" });
    expect({ action, warnings }).toEqual({ action: "update", warnings: [] });
  });
});
