import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfiguration } from "../../../src/cli/pull/configuration";

describe("the configuration of a stack", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-stack-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (file: string, contents: unknown) =>
    writeFileSync(join(folder, file), typeof contents === "string" ? contents : JSON.stringify(contents));
  const read = () => readConfiguration({ name: "one", folder, dependencies: [] });

  it("has the prompt files of the record, and the addresses and moves of cdk.tf.json", () => {
    write("cdk.tf.json", {
      resource: { outreach_snippet: { intro: { name: "Intro" } }, other: [{ thing: [{}] }] },
      moved: { from: "outreach_snippet.opener", to: "outreach_snippet.intro" },
    });
    write("outreach-prompts.json", {
      version: 1,
      files: { "outreach_snippet.intro": "../intro.md" },
      parts: { "locals.tone": [{ file: "../tone.md", line: 1 }] },
      later: {},
    });
    expect(read()).toEqual({
      stack: { name: "one", folder, dependencies: [] },
      files: new Map([["outreach_snippet.intro", join(folder, "../intro.md")]]),
      parts: [["locals.tone", join(folder, "../tone.md")]],
      moves: new Map([["outreach_snippet.opener", "outreach_snippet.intro"]]),
      hasUnreadMoves: false,
      declared: new Map([
        ["outreach_snippet.intro", { name: "Intro" }],
        ["other.thing", {}],
      ]),
    });
  });

  it("does not say what is declared, and whether something moves, if other files may do so", () => {
    write("cdk.tf.json", {});
    write("more.tf", "moved {\n  from = outreach_snippet.a\n  to = outreach_snippet.b\n}\n");
    expect(read()).toMatchObject({ declared: undefined, hasUnreadMoves: true });
  });

  it.each([
    "null",
    '{"version":1}',
    '{"version":2,"files":{}}',
    '{"version":1,"files":{"outreach_snippet.opener":7}}',
    '{"version":1,"files":{},"parts":{"outreach_snippet.opener":[null]}}',
  ])("is an error that names the record of prompt files if that is %s", (record) => {
    write("outreach-prompts.json", record);
    expect(read).toThrow(
      `${join(folder, "outreach-prompts.json")} is not what cdktf synth of this version writes.`,
    );
  });

  it("is an error that names a malformed cdk.tf.json", () => {
    write("cdk.tf.json", "[]");
    expect(read).toThrow(`${join(folder, "cdk.tf.json")} is not JSON. Run cdktf synth again.`);
  });
});
