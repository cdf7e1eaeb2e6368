import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { plainStack, type Stack } from "../../../src/estate/engine/stacks";
import { reviewOf } from "../../../src/commands/review/from-plan";
import type { Review } from "../../../src/commands/review/model/review";
import { linksIn, readSources, withSources } from "../../../src/commands/review/sources";
import type { JsonValue } from "../../../src/util/json";
import { resource } from "./planned-change";
import { renderHtml, renderMarkdown, renderText, seen } from "./every-format";

const { signal } = new AbortController();
let project: string;
let before: string;
beforeEach(() => {
  before = process.cwd();
  project = realpathSync(mkdtempSync(join(tmpdir(), "cdktf-outreach-test-")));
  process.chdir(project);
});
afterEach(() => {
  process.chdir(before);
  rmSync(project, { recursive: true });
});

const body = (path: string) => ({ "//": { metadata: { path } } });

/** Writes what synth writes of a stack: one prompt that is a file, one that is composed, and one in the code. */
function synthesized(): Stack {
  const folder = "cdktf.out/stacks/eu";
  mkdirSync(folder, { recursive: true });
  const names = ["opener", "composed", "inline"];
  writeFileSync(
    join(folder, "cdk.tf.json"),
    JSON.stringify({
      resource: { outreach_snippet: Object.fromEntries(names.map((name) => [name, body(`eu/${name}`)])) },
    }),
  );
  writeFileSync(
    join(folder, "outreach-prompts.json"),
    JSON.stringify({
      version: 2,
      uses: [
        { place: "outreach_snippet.opener", file: "../../../prompts/opener.md", is: "whole" },
        ...[
          { file: "../../../prompts/tone.md", part: { line: 3, fileLine: 2, lines: 2 } },
          { file: "../../../prompts/end.md", part: { line: 6, fileLine: 1, lines: 1 } },
        ].map((one) => ({ place: "outreach_snippet.composed", is: "part", ...one })),
      ],
    }),
  );
  return { name: "eu", folder, dependencies: [] };
}

const change = (name: string, from: JsonValue, to: JsonValue, address = `outreach_snippet.${name}`) =>
  resource({
    ...{ type: "outreach_snippet", name, address },
    change: {
      actions: [from === null ? "create" : to === null ? "delete" : "update"],
      before: from,
      after: to,
    },
  });
const prompt = (text: string) => ({ name: "N", prompt: text, id: "i" });

async function reviewed(stack: Stack, ...changes: ReturnType<typeof change>[]): Promise<Review> {
  const plan = { format_version: "1.2", resource_changes: changes };
  const review = reviewOf(
    [{ name: stack.name, plan, diagnostics: [], knownVariables: new Map() }],
    "a".repeat(40),
  );
  return withSources(review, new Map([[stack.name, await readSources(stack, signal)]]), () => null);
}

const sourceOf = ({ stacks }: Review) => {
  const { source } = stacks[0]!.changes[0]!;
  return source && `${source.file ?? ""}:${source.line ?? ""} ${source.constructPath ?? ""}`;
};

const SIX = "one\ntwo\nthree\nfour\nfive\nsix\n";

describe("the source of a change", () => {
  it.each([
    [
      "is the first changed line of the prompt file",
      "opener",
      SIX.replace("four", "4"),
      "prompts/opener.md:4 eu/opener",
    ],
    ["is the line after a removed one", "opener", SIX.replace("two\n", ""), "prompts/opener.md:2 eu/opener"],
    [
      "is the last line if the end is removed",
      "opener",
      SIX.replace("six\n", ""),
      "prompts/opener.md:5 eu/opener",
    ],
    [
      "is the line of the part of a composed prompt",
      "composed",
      SIX.replace("four", "4"),
      "prompts/tone.md:3 eu/composed",
    ],
    [
      "is in the first part that changes",
      "composed",
      SIX.replace("one", "1").replace("six", "6"),
      "prompts/end.md:1 eu/composed",
    ],
    ["is the construct if no part changes", "composed", SIX.replace("one", "1"), ": eu/composed"],
    ["is the construct if the prompt is in the code", "inline", "x", ": eu/inline"],
  ])("%s", async (_, name, to, expected) => {
    const review = await reviewed(synthesized(), change(name, prompt(SIX), prompt(to)));
    expect(sourceOf(review)).toBe(expected);
  });

  it("is in the part whose last lines are removed", async () => {
    const from = prompt(SIX.replace("four", "four\nand a half"));
    expect(sourceOf(await reviewed(synthesized(), change("composed", from, prompt(SIX))))).toBe(
      "prompts/tone.md:3 eu/composed",
    );
  });

  it("is the first line of the file for a create, and the construct if only the name changes", async () => {
    const stack = synthesized();
    expect(sourceOf(await reviewed(stack, change("opener", null, prompt("Hi"))))).toBe(
      "prompts/opener.md:1 eu/opener",
    );
    const renamed = change("opener", prompt("Hi"), { ...prompt("Hi"), name: "M" });
    expect(sourceOf(await reviewed(stack, renamed))).toBe(": eu/opener");
  });

  it("is unknown for a deleted object, and for one that synth has not written", async () => {
    const stack = synthesized();
    expect(sourceOf(await reviewed(stack, change("other", prompt("Hi"), null)))).toBeNull();
    expect(sourceOf(await reviewed(stack, change("other", null, prompt("Hi"))))).toBeNull();
  });

  it("stands in every format, and is the shared place of a group", async () => {
    const stack = synthesized();
    const one = await reviewed(stack, change("opener", prompt(SIX), prompt(SIX.replace("four", "4"))));
    for (const text of seen(one)) expect(text).toContain("Source: prompts/opener.md:4");
    const alike = ["a", "b"].map((key) =>
      change("opener", prompt(SIX), prompt(SIX.replace("four", "4")), `outreach_snippet.opener["${key}"]`),
    );
    const group = await reviewed(stack, ...alike);
    for (const text of seen(group)) {
      expect(text).toContain("Source: prompts/opener.md:4");
      expect(text).not.toMatch(/construct/i);
    }
    const several = await reviewed(
      stack,
      alike[0]!,
      change("composed", prompt(SIX), prompt(SIX.replace("four", "4"))),
    );
    for (const text of seen(several)) expect(text).not.toContain("Source:");
  });

  it("shows hostile names as text", async () => {
    const review = await reviewed(synthesized(), change("opener", null, prompt("Hi")));
    const [first] = review.stacks[0]!.changes;
    const hostile = {
      file: "a`](x)<b>\u001b.md",
      line: 1,
      constructPath: "<i>",
      url: "https://x.example/a%3E",
    };
    const stacks = [{ ...review.stacks[0]!, changes: [{ ...first!, source: hostile }] }];
    const shown = { ...review, stacks };
    expect(renderMarkdown(shown)).toContain(
      "[``a`](x)<b>␛.md:1``](<https://x.example/a%3E>)\n- Construct: `<i>`",
    );
    expect(renderText(shown)).toContain("Source: a`](x)<b>␛.md:1\n  Construct: <i>");
    expect(renderHtml(shown)).toContain('<a href="https://x.example/a%3E"><code><bdi>a&#96;](x)&lt;b&gt;');
  });

  it("is the block of the resource in plain HCL, without the parser", async () => {
    writeFileSync("main.tf", 'terraform {}\n\nresource "outreach_snippet" "opener" {\n  prompt = "Hi"\n}\n');
    const to = prompt("Bye");
    const found = await reviewed(
      plainStack("."),
      change("opener", prompt("Hi"), to, 'outreach_snippet.opener["a"]'),
    );
    expect(sourceOf(found)).toBe("main.tf:3 ");
  });

  it("is the prompt file that plain HCL reads", async () => {
    const text =
      '{"resource":{"outreach_snippet":{"opener":{"prompt":"${file(\\"${path.module}/opener.md\\")}"}}}}';
    writeFileSync("main.tf.json", text);
    const found = await reviewed(
      plainStack("."),
      change("opener", prompt(SIX), prompt(SIX.replace("two", "2"))),
    );
    expect(sourceOf(found)).toBe("opener.md:2 ");
  });
});

describe("the link to a source", () => {
  const root = resolve(__dirname, "../../..");
  beforeEach(() => process.chdir(root));
  const line = { file: join(root, "prompts/a b (1).md"), line: 7 };
  const SHA = "0123456789abcdef0123456789abcdef01234567";
  const GITHUB = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "acme/outreach" };
  const GITLAB = { CI_PROJECT_URL: "https://gitlab.example/acme/outreach" };

  it.each([
    ["GitHub", GITHUB, SHA, `https://github.com/acme/outreach/blob/${SHA}/prompts/a%20b%20(1).md?plain=1#L7`],
    [
      "GitLab",
      GITLAB,
      `${SHA}-dirty`,
      `https://gitlab.example/acme/outreach/-/blob/${SHA}/prompts/a%20b%20(1).md?plain=1#L7`,
    ],
    ["no code host", {}, SHA, null],
    ["no commit", GITHUB, null, null],
    ["an address that is a script", { CI_PROJECT_URL: "javascript:alert(1)//" }, SHA, null],
  ])("is made for %s", (_, env, commit, expected) => {
    expect(linksIn(env, commit)(line)).toBe(expected);
  });

  it("is missing for a file in a submodule, whose repository no variable names", () => {
    const git = (...args: string[]) => {
      const user = ["-c", "user.name=t", "-c", "user.email=t@t.example", "-c", "protocol.file.allow=always"];
      expect(spawnSync("git", [...user, ...args], { cwd: project }).status).toBe(0);
    };
    for (const folder of ["inner", "app"]) git("init", "--quiet", folder);
    git("-C", "inner", "commit", "--quiet", "--allow-empty", "--message", "one");
    git("-C", "app", "submodule", "--quiet", "add", join(project, "inner"), "prompts");
    const linkTo = (file: string) => linksIn(GITHUB, SHA)({ file: join(project, "app", file), line: 1 });
    process.chdir(join(project, "app"));
    expect(linkTo("main.tf")).toBe(`https://github.com/acme/outreach/blob/${SHA}/main.tf?plain=1#L1`);
    expect(linkTo("prompts/opener.md")).toBeNull();
    process.chdir("prompts");
    expect(linkTo("prompts/opener.md")).toBeNull();
  });

  it("is missing for a file outside of the repository", () => {
    expect(linksIn(GITHUB, SHA)({ file: "/etc/prompts/a.md", line: 1 })).toBeNull();
  });
});
