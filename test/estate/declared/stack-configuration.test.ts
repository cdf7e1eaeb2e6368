import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readStackConfiguration } from "../../../src/estate/declared/stack-configuration";

describe("the configuration of a stack", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-stack-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (file: string, contents: unknown) =>
    writeFileSync(join(folder, file), typeof contents === "string" ? contents : JSON.stringify(contents));
  const { signal } = new AbortController();
  const read = () => readStackConfiguration({ name: "one", folder, dependencies: [] }, signal);

  it("has the prompt files of the record, and the addresses and moves of cdk.tf.json", async () => {
    write("cdk.tf.json", {
      resource: { outreach_snippet: { intro: { name: "Intro" } }, other: [{ thing: [{}] }] },
      moved: { from: "outreach_snippet.opener", to: "outreach_snippet.intro" },
    });
    write("outreach-prompts.json", {
      version: 2,
      uses: [
        { place: "outreach_snippet.intro", file: "../intro.md", is: "whole" },
        { place: "outreach_snippet.one", file: "../a.md", is: "one of several" },
        { place: "outreach_snippet.one", file: "../b.md", is: "one of several" },
        { place: "locals.tone", file: "../tone.md", is: "part", part: { line: 1, fileLine: 1, lines: 1 } },
      ],
      later: {},
    });
    expect(await read()).toEqual({
      stack: { name: "one", folder, dependencies: [] },
      uses: [
        { place: "outreach_snippet.intro", file: join(folder, "../intro.md"), is: "whole" },
        ...["a.md", "b.md"].map((name) => {
          return { place: "outreach_snippet.one", file: join(folder, "..", name), is: "one of several" };
        }),
        {
          place: "locals.tone",
          file: join(folder, "../tone.md"),
          is: "part",
          part: { line: 1, fileLine: 1, lines: 1 },
        },
      ],
      moves: new Map([["outreach_snippet.opener", "outreach_snippet.intro"]]),
      declared: new Map([
        ["outreach_snippet.intro", { name: "Intro" }],
        ["other.thing", {}],
      ]),
      knownVariables: new Map(),
    });
  });

  it("has the prompt files, addresses and moves of plain HCL, and counts other uses of the files", async () => {
    write(
      "main.tf",
      [
        'resource "outreach_snippet" "a" {\n  prompt = file("a.md")\n}',
        'resource "outreach_snippet" "b" {\n  prompt = "${file("${path.module}/a.md")} more"\n}',
        'resource "outreach_snippet" "c" {\n  prompt = local.c\n}',
        'locals {\n  c = file("c.md")\n}',
        "moved {\n  from = outreach_snippet.old\n  to = outreach_snippet.a\n}\n",
      ].join("\n"),
    );
    expect(await read()).toMatchObject({
      uses: [
        { place: "outreach_snippet.a", file: join(folder, "a.md"), is: "whole" },
        { place: "main.tf", file: join(folder, "c.md"), is: "part" },
        { place: "main.tf", file: join(folder, "a.md"), is: "part" },
      ],
      moves: new Map([["outreach_snippet.old", "outreach_snippet.a"]]),
      declared: new Map([
        ["outreach_snippet.a", { prompt: '${file("a.md")}' }],
        ["outreach_snippet.b", { prompt: '${file("${path.module}/a.md")} more' }],
        ["outreach_snippet.c", { prompt: "${local.c}" }],
      ]),
    });
  });

  it("takes no prompt file from what synth has written: the next synth would overwrite it", async () => {
    const resource = { outreach_snippet: { one: { prompt: '${file("assets/a.md")}' } } };
    write("cdk.tf.json", { resource });
    write("more.tf", "");
    const found = await read();
    expect(found.uses).toEqual([]);
    expect([...found.declared.keys()]).toEqual(["outreach_snippet.one"]);
  });

  it.each(["null", '{"version":1,"files":{}}'])(
    "cannot be read, and the error names the record of prompt files, if that is %s",
    async (record) => {
      write("outreach-prompts.json", record);
      await expect(read()).rejects.toThrow(
        `${join(folder, "outreach-prompts.json")} is not what cdktf synth of this version writes.`,
      );
    },
  );

  it("cannot be read if cdk.tf.json is malformed, which the error names", async () => {
    write("cdk.tf.json", "[]");
    await expect(read()).rejects.toThrow(
      `${join(folder, "cdk.tf.json")} is not a JSON object. Run cdktf synth again.`,
    );
  });
});
