import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reviewOf } from "../../src/commands/review/from-plan";
import { type Diagnostic, handedOver, parseDiagnostic } from "../../src/estate/engine/diagnostics";
import { parsePlan, withLinked } from "../../src/estate/engine/plan-stack";
import type { ReviewLine } from "../../src/provider/run/review-run";
import { workbench } from "./harness";

const bench = workbench();

type Words = Pick<Diagnostic, "summary" | "detail">;
const asSaid = <T extends Words>(said: T): T => said;
const inOtherWords = <T extends Words>(said: T): T => {
  const backwards = (text: string) => Array.from(text.trimEnd()).reverse().join("");
  return { ...said, summary: backwards(said.summary), detail: backwards(said.detail) };
};

it("a review knows lost edits, objects, known variables and linked mailboxes, whatever the words of the provider's messages", async () => {
  const project = await bench.project();
  const cluster = { name: "Cluster", force_destroy: true };
  const snippet = (name: string, prompt: string, provider = "outreach") => ({ name, prompt, provider });
  const configure = (resource: object) =>
    project.configure({
      provider: { outreach: [{}, { alias: "second", known_variables: ["company"] }] },
      resource,
    });
  const kept = { updated: snippet("Updated", "one"), deleted: snippet("Deleted", "one") };
  configure({ outreach_cluster: { used: cluster }, outreach_snippet: kept });
  await project.apply();
  for (const name of ["Updated", "Deleted"])
    bench.simulator().update(bench.object(name).id, { prompt: "edited" });
  await project.apply("-refresh-only");

  bench.simulator().setDialect({ associatedCount: "list-only" });
  bench.simulator().setAssociatedCount(bench.object("Cluster").id, 7);
  const created = snippet("Created", "Hi {first_name}", "outreach.second");
  configure({ outreach_snippet: { updated: snippet("Updated", "two"), created } });
  const file = join(project.folder, "facts");
  writeFileSync(file, "");
  const plan = ["plan", "-json", "-input=false", "-out=plan"];
  const { stdout } = await project.succeed(plan, { OUTREACH_REVIEW_RUN: file });
  const shown = parsePlan((await project.succeed(["show", "-json", "plan"])).stdout)!;
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");

  const reviewed = (say: typeof asSaid) => {
    const reported = stdout.split("\n").flatMap((line) => parseDiagnostic(line) ?? []);
    const written = lines.map((line) => {
      const given = JSON.parse(line) as ReviewLine;
      return JSON.stringify("diagnostic" in given ? { ...given, diagnostic: say(given.diagnostic) } : given);
    });
    const { linked, ...given } = handedOver(reported.map(say), written.join("\n"));
    const [stack] = reviewOf([{ name: "s", plan: withLinked(shown, linked), ...given }]).stacks;
    // The review's own warning about a prompt keeps its words.
    const isOwn = ({ prompt }: Partial<Diagnostic>) => prompt !== null && prompt !== undefined;
    return JSON.parse(JSON.stringify(stack), (_, value: Diagnostic) =>
      typeof value?.summary === "string" && !isOwn(value) ? { ...value, summary: "", detail: "" } : value,
    ) as typeof stack;
  };
  const review = reviewed(asSaid)!;
  expect(
    review.changes.map(({ name, lostEdit, associatedCount, warnings }) => [
      ...[name, lostEdit, associatedCount],
      warnings.map(({ summary }) => summary),
    ]),
  ).toEqual([
    ["Cluster", null, 7, [""]],
    ["Deleted", [], null, [""]],
    ["Updated", [], null, [""]],
    ["Created", null, null, ['outreach_snippet "Created": {first_name} is not a known variable']],
  ]);
  expect(review.diagnostics).toEqual([]);
  expect(reviewed(inOtherWords)).toEqual(review);
});
