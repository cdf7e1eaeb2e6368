import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { warningOf } from "../../../src/estate/engine/diagnostics";
import type { PlannedResource } from "../../../src/estate/engine/plan-json";
import { resourceBlocks } from "../../../src/estate/hcl/outline";
import { readBase, withBase, withWorkspaces } from "../../../src/commands/review/base";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { linksIn } from "../../../src/commands/review/sources";
import { printJson } from "../../../src/util/json";
import { of, planned, renderMarkdown, stack } from "./every-format";
import { parseMarkdown } from "./markdown-parser";

const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const MARKUP = "[x](https://evil.example)<img src=x>";

/** Lists the links and the inline HTML of a comment. */
const markupIn = (markdown: string) =>
  parseMarkdown(markdown).filter(({ type }) => ["link", "image", "html_inline"].includes(type));

const at = (name: string, one: PlannedResource): PlannedResource => ({
  ...one,
  address: `outreach_snippet.${name}`,
});
const LONG = "A long line of a text that is compared line by line, as prompts are.\n";

describe("a review of untrusted texts", () => {
  it("has no markup from the server's time of an edit that is lost", () => {
    const sides = (prompt: string) => ({ id: "s", name: "N", prompt, last_updated_at: MARKUP });
    const change = planned("outreach_snippet", ["update"], sides("edited"), sides("new"));
    const drift = planned("outreach_snippet", ["update"], sides("old"), sides("edited"));
    const review = reviewOf([stack("s", { resource_changes: [change], resource_drift: [drift] })]);
    expect(review.stacks[0]!.changes[0]!.lostEdit).toHaveLength(1);
    expect(markupIn(renderMarkdown(review))).toEqual([]);
  });

  it("hides the value of a sensitive variable also where a warning names its texts without their object", () => {
    const secret = "hush-hush-value";
    const draft = (name: string) =>
      at(name, planned("outreach_snippet", ["create"], null, { name, prompt: `Hi {{${secret}}}` }));
    const plan = {
      resource_changes: [draft("a"), draft("b")],
      variables: { token: { value: secret } },
      configuration: { root_module: { variables: { token: { sensitive: true } } } },
    };
    const review = reviewOf([stack("s", plan, { diagnostics: null })]);
    const { warnings } = review.stacks[0]!.changes[0]!;
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain(secret);
  });

  it("names no line of plain HCL for a resource with several blocks, and none in a comment or a text", () => {
    const block = 'resource "outreach_snippet" "x" {\n';
    const y = block.replace("x", "y");
    const text = `locals {\n  a = "\${f("}")}" == 1 ? {} : [for b in c : b]\n  d = <<-EOT\n${y}  EOT\n}\n`;
    writeFileSync(join(folder, "main.tf"), `/*\n${y}*/\n${text}${block}}\n${block}}\n${y}}\n`);
    const place = { file: join(folder, "main.tf"), line: 14 };
    expect([...resourceBlocks({ folder, isPlain: true })]).toEqual([["outreach_snippet.y", place]]);
  });
});

describe("links to the code", () => {
  it.each([
    ["a/b?x=", "https://github.com", undefined],
    ["a/b#", "https://github.com", undefined],
    ["../..", "https://github.com?", undefined],
    ["a/b", "https://user:secret@github.com", undefined],
    [undefined, undefined, "https://gitlab.example/a/b?x"],
    [undefined, undefined, "https://job:secret@gitlab.example/a/b"],
  ])("are left out for the repository %s of %s, or the project %s", (repository, server, project) => {
    const env = { GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: server, CI_PROJECT_URL: project };
    expect(linksIn(env, "a".repeat(40))({ file: join(process.cwd(), "a.md"), line: 1 })).toBeNull();
  });
});

describe("two stacks whose plans do not show the workspace", () => {
  it("have no pair of a delete and a create, because the id may be another object's in the other workspace", () => {
    const [gone, added] = [
      planned("outreach_snippet", ["delete"], { id: "s", name: "N", prompt: "P" }, null),
      planned("outreach_snippet", ["create"], null, { name: "N", prompt: "P" }),
    ];
    const review = reviewOf([
      stack("a", { resource_changes: [gone] }),
      stack("b", { resource_changes: [added] }),
    ]);
    expect(review.pairs).toEqual([]);
    expect(of(at("x", gone), at("y", added)).pairs).toHaveLength(1);
  });
});

describe("a base that no review has written", () => {
  const file = join(folder, "base.json");

  it("is refused if it has an unknown action, because its changes would be in no list", () => {
    const base = [
      stack("s", { resource_changes: [planned("outreach_cluster", ["delete"], { id: "c" }, null)] }),
    ];
    const text = printJson(withWorkspaces(reviewOf(base), base));
    writeFileSync(file, text);
    expect(readBase(file).stacks).toHaveLength(1);
    writeFileSync(file, text.replace('"action": "delete"', '"action": "remove"'));
    expect(() => readBase(file)).toThrow("stacks[0].changes[0].action is none of");
  });
});

describe("a stack without objects", () => {
  it("does not claim that the deletes of the base were applied, because it may be in another workspace", () => {
    const gone = planned("outreach_snippet", ["delete"], { id: "s", workspace_id: "w", name: "N" }, null);
    const addresses = new Map([['provider["registry.terraform.io/outreach/outreach"]', "https://a.example"]]);
    const base = [stack("s", { resource_changes: [gone] }, { addresses })];
    writeFileSync(join(folder, "c.json"), printJson(withWorkspaces(reviewOf(base), base)));
    const now = [stack("s", {}, { addresses })];
    expect(withBase(reviewOf(now), now, readBase(join(folder, "c.json"))).base).toMatchObject({
      gone: [],
      problems: [{ stack: "s", why: "workspace not certain" }],
    });
  });
});

describe("a delete that was pending before the branch", () => {
  it("stands first, and keeps its details in a comment that is too small for the edits of the branch", () => {
    const snippet = (name: string, actions: string[], before: string, after: string | null) =>
      at(name, {
        ...planned(
          "outreach_snippet",
          actions,
          { id: name, workspace_id: "w", name, prompt: before },
          after === null ? null : { id: name, workspace_id: "w", name, prompt: after },
        ),
      });
    const gone = snippet("gone", ["delete"], "The text that is lost.", null);
    const edits = Array.from({ length: 30 }, (_, i) =>
      snippet(`e${i}`, ["update"], `Keep {a${i}}\n`, LONG.replace("long", `text of ${i}`)),
    );
    const warnings = edits.map(({ address }) => warningOf(`${address}: odd`, "Detail. ".repeat(20), address));
    const addresses = new Map([['provider["registry.terraform.io/outreach/outreach"]', "https://a.example"]]);
    const now = [stack("s", { resource_changes: [gone, ...edits] }, { addresses, diagnostics: warnings })];
    const base = [stack("s", { resource_changes: [gone] }, { addresses })];
    writeFileSync(join(folder, "b.json"), printJson(withWorkspaces(reviewOf(base), base)));
    const review = withBase(reviewOf(now), now, readBase(join(folder, "b.json")));
    expect(review.base!.counts).toEqual({ branch: 30, base: 1, unknown: 0 });
    expect(review.groups[0]!.danger).toBe("delete");
    expect(renderMarkdown(review, 12_000)).toContain("- The text that is lost.");
  });
});
