import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configure } from "nunjucks";
import { fill, parsePrompt } from "../../../src/prompts";
import { promptfooTemplate, writeEvals } from "../../../src/commands/review/evals";
import type { StackReview } from "../../../src/commands/review/model/review";
import type { PlanJson, PlannedResource } from "../../../src/estate/engine/plan-json";
import { anyText } from "../../any-text";
import { fc } from "../../fast-check";
import { bundleCommand } from "../command";
import { of, planned } from "./every-format";

// As promptfoo 0.123 configures its renderer, with the environment as a global.
const SECRET = "sk-model-key";
const environment = configure({ autoescape: false }).addGlobal("env", { KEY: SECRET });
const rendered = (prompt: string, values: Record<string, string> = {}) =>
  environment.renderString(promptfooTemplate(prompt), values);

describe("a prompt as a template of promptfoo", () => {
  it("spells placeholders as variables, and leaves all other braces as text", () => {
    expect(promptfooTemplate("Hi {first_name}")).toBe(
      "{% raw\n%}Hi {% endraw %}{{first_name}}{% raw %}{% endraw %}",
    );
    expect(rendered('Hi {first_name}: {"a": {"b": 1}}', { first_name: "Ada" })).toBe(
      'Hi Ada: {"a": {"b": 1}}',
    );
  });

  it.each([
    "{{first_name}}",
    "{{{first_name}}}",
    "{% endraw %}{{ env.KEY }}{% raw %}",
    "{%endraw%}{{env['KEY']}}",
    "{% raw %}",
    "{% verbatim %}{% endverbatim %}",
    "{# a comment #}",
    "#} %} }} -}} -%}",
    "{%- set x = 1 -%}",
    "{",
    "a {",
    "{\n%",
    "{{{{{{%{{#",
    "'\"\\' \\x7b",
    " {% \n\n",
    '{"a": "{b"}',
    '["file://secrets.txt"]',
    "exec:rm",
    "file://prompts.json",
    "portkey://x",
    "",
  ])("arrives unchanged: %j", (text) => {
    expect(rendered(text)).toBe(fill(text, {}).text);
  });

  it.each([
    ...["a-b", "a.b", "-".padStart(2, "a"), "2nd", "1.5", "größe", "名前", "env.KEY", "env", "range"],
    ...["not", "none", "null", "true", "false", "and", "or", "in", "is", "if", "else", "for", "set", "raw"],
    ...["endraw", "r", "loop", "super", "caller", "x\u0301", "\u{1d400}b"],
  ])("has a value for the variable %s, whatever Nunjucks reads in its name", (variable) => {
    expect(rendered(`<{${variable}}>`, { [variable]: "value" })).toBe("<value>");
  });

  it("does not use the name of the variable that promptfoo sets itself", () => {
    expect(promptfooTemplate("{_conversation}")).not.toContain("{{_conversation}}");
    expect(rendered("{_conversation}", { _conversation: "value" })).toBe("value");
  });

  it("arrives like fill, for any text and any values", () => {
    const part = fc.oneof(
      anyText({ maxLength: 8 }),
      fc.constantFrom(
        "{",
        "{{",
        "{%",
        "{#",
        "#}",
        "%}",
        "}}",
        "}",
        "raw",
        "endraw",
        " ",
        "-",
        "{a}",
        "{b-c}",
        "{d.e}",
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join("");
        const values = Object.fromEntries(
          parsePrompt(text).map(({ variable }, i) => [variable, `{{${i}}}{a}{%`]),
        );
        expect(rendered(text, values)).toBe(fill(text, values).text);
      }),
      { numRuns: 500 },
    );
  });

  it("names no variable of the environment, which promptfoo replaces in raw blocks, too", () => {
    expect(rendered("{env.KEY}{{env.KEY}}")).toBe("{{env.KEY}}");
    for (const text of [
      "{env.KEY}",
      "{{env.KEY}}",
      "{{ env['KEY'] }}",
      "{{{env.KEY | upper}}}",
      "{a{env.KEY}}",
    ]) {
      const expressions = promptfooTemplate(text).match(/\{\{(?:[^}]|\}(?!\}))*\}\}/g) ?? [];
      expect(expressions.filter((one) => /\benv\.|env\[/.test(one))).toEqual([]);
    }
  });

  it("has a line break in its first tag, so that promptfoo reads no file and runs no program", () => {
    for (const text of ["exec:rm", "*.py", "../a.js", "[1]", "x.py:", "{a}.md", ""])
      expect(promptfooTemplate(text)).toMatch(/^\{% raw\n%\}/);
  });
});

const command = bundleCommand();
afterAll(() => command.remove());

const snippet = (
  name: string,
  actions: string[],
  before: object | null,
  after: object | null,
  marks = {},
) => {
  const sides = [before, after].map((side) => side && { name, ...side }) as [never, never];
  const one = planned("outreach_snippet", actions, ...sides);
  return { ...one, address: `outreach_snippet.${name}`, change: { ...one.change, ...marks } };
};

let plans = 0;
/** Returns a file with a plan as `show -json` prints it. */
function planFile(resource_changes: PlannedResource[], more: Partial<PlanJson> = {}): string {
  const file = join(command.folder, `plan-${(plans += 1)}.json`);
  const plan = { format_version: "1.2", terraform_version: "1.11.4", resource_changes, ...more };
  writeFileSync(file, JSON.stringify(plan));
  return file;
}

const CHANGES = [
  snippet("opener", ["update"], { prompt: "Hi {first_name}" }, { prompt: "Hello {first_name} of {company}" }),
  snippet("new", ["create"], null, { prompt: "New {{x}}" }),
  snippet("old", ["delete"], { prompt: "Old" }, null),
  snippet("named", ["update"], { prompt: "Same", name: "a" }, { prompt: "Same", name: "b" }),
];

const read = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(folder, name), "utf8")) as unknown;

describe("review --evals", () => {
  it("writes the texts of the changed prompts: no before of a new prompt, and no after of a deleted one", async () => {
    const folder = join(command.folder, "new/evals");
    const { status, stderr } = await command.run("review", "--plan", planFile(CHANGES), "--evals", folder);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `Prompts of 3 changes for evaluations: written to ${folder}.\n`,
    });
    const prompts = read(folder, "prompts.json") as { label: string; raw: string }[];
    expect(
      prompts.map(({ label, raw }) => [
        label,
        environment.renderString(raw, { first_name: "A", company: "B" }),
      ]),
    ).toEqual([
      ["outreach_snippet.old (before)", "Old"],
      ["outreach_snippet.opener (before)", "Hi A"],
      ["outreach_snippet.opener (after)", "Hello A of B"],
      ["outreach_snippet.new (after)", "New {{x}}"],
    ]);
    const common = { file: null, line: null, stack: expect.any(String) as string };
    expect(read(folder, "changed.json")).toEqual({
      format: "cdktf-outreach/changed-prompts",
      version: 1,
      generatorVersion: expect.any(String) as string,
      commit: null,
      changes: [
        {
          ...common,
          address: "outreach_snippet.old",
          name: "old",
          action: "delete",
          variables: [],
          before: "Old",
          after: null,
        },
        {
          ...common,
          ...{ address: "outreach_snippet.opener", name: "opener", action: "update" },
          variables: ["company", "first_name"],
          ...{ before: "Hi {first_name}", after: "Hello {first_name} of {company}" },
        },
        {
          ...common,
          address: "outreach_snippet.new",
          name: "new",
          action: "create",
          variables: [],
          before: null,
          after: "New {{x}}",
        },
      ],
      leftOut: [],
    });
  });

  it("names the prompt file and its first changed line, if the review knows them", () => {
    const review = of(CHANGES[0]!);
    const [stack] = review.stacks as [StackReview];
    const source = { file: "prompts/opener.md", line: 7, constructPath: null, url: null };
    const changes = stack.changes.map((change) => ({ ...change, source }));
    const folder = join(command.folder, "placed");
    writeEvals(folder, { ...review, stacks: [{ ...stack, changes }] });
    expect(read(folder, "changed.json")).toMatchObject({ changes: [{ file: "prompts/opener.md", line: 7 }] });
  });

  it("leaves out sensitive and unknown prompts, and names them", async () => {
    const folder = join(command.folder, "left-out");
    const marks = { before_sensitive: { prompt: true }, after_sensitive: {} };
    const file = planFile([
      snippet("secret", ["update"], { prompt: "hush-hush" }, { prompt: "hush-hush 2" }, marks),
      snippet("later", ["update"], { prompt: "Now" }, {}, { after_unknown: { prompt: true } }),
    ]);
    const { stderr } = await command.run("review", "--plan", file, "--evals", folder);
    expect(stderr).toContain("Left out, because sensitive: outreach_snippet.secret in plan-2\n");
    expect(stderr).toContain("Left out, because unknown: outreach_snippet.later in plan-2\n");
    expect(read(folder, "prompts.json")).toEqual([]);
    const changed = readFileSync(join(folder, "changed.json"), "utf8");
    expect(changed).not.toContain("hush");
    expect(JSON.parse(changed)).toMatchObject({
      changes: [],
      leftOut: [{ why: "unknown" }, { why: "sensitive" }],
    });
  });

  it("gives each label a stack if there are several, and no braces that promptfoo would replace", async () => {
    const folder = join(command.folder, "stacks");
    const keyed = { ...CHANGES[1]!, address: 'outreach_snippet.new["{{{env.KEY}}"]' };
    const files = [planFile([CHANGES[1]!]), planFile([keyed])].flatMap((file) => ["--plan", file]);
    await command.run("review", ...files, "--evals", folder);
    expect((read(folder, "prompts.json") as { label: string }[]).map(({ label }) => label)).toEqual([
      "outreach_snippet.new in plan-3 (after)",
      'outreach_snippet.new["{ { {env.KEY}}"] in plan-4 (after)',
    ]);
  });

  it.each([
    ["a plan fails", "FAILED"],
    ["no plan can be read", "missing"],
  ])("leaves no file of an earlier review if %s", async (_, given) => {
    const folder = join(command.folder, "earlier");
    await command.run("review", "--plan", planFile(CHANGES), "--evals", folder);
    writeFileSync(join(folder, "promptfooconfig.yaml"), "");
    const failed = planFile(CHANGES, { errored: true });
    const plan = given === "FAILED" ? failed : given;
    const { status } = await command.run("review", "--plan", plan, "--evals", folder);
    expect(status).toBe(1);
    const left = ["prompts.json", "changed.json", "promptfooconfig.yaml"].filter((name) =>
      existsSync(join(folder, name)),
    );
    expect(left).toEqual(["promptfooconfig.yaml"]);
  });

  it.each([["prompts.json"], ["changed.json"], ["changed.json", "prompts.json"]])(
    "changes no file %s that no review has written",
    async (...names) => {
      const folder = join(command.folder, `foreign-${(plans += 1)}`);
      mkdirSync(folder);
      for (const name of names) writeFileSync(join(folder, name), "[]");
      const { status, stderr } = await command.run("review", "--plan", planFile(CHANGES), "--evals", folder);
      expect(status).toBe(1);
      expect(stderr).toContain("prompts.json is not from a review. Name another folder with --evals.");
      expect(readdirSync(folder).sort()).toEqual(names.sort());
      for (const name of names) expect(readFileSync(join(folder, name), "utf8")).toBe("[]");
    },
  );

  it.each(["prompts.json", "changed.json"])("refuses %s as the file of another option", async (name) => {
    const folder = join(command.folder, "shared");
    mkdirSync(folder, { recursive: true });
    const args = ["--plan", planFile(CHANGES), "--evals", folder, "--out", join(folder, name)];
    const { status, stderr } = await command.run("review", ...args);
    expect(status).toBe(1);
    expect(stderr).toContain(`${join(folder, name)} are one file. Name two files.`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leaves no part of a file that reaches the size limit", () => {
    const folder = join(command.folder, "limited");
    const script = join(command.folder, "cdktf-outreach.cjs");
    const long = planFile([snippet("long", ["create"], null, { prompt: "x".repeat(4096) })]);
    const limited = ["-c", 'ulimit -f 1 && exec "$0" "$@"', process.execPath, script];
    const { status, stderr } = spawnSync("sh", [...limited, "review", "--plan", long, "--evals", folder], {
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toContain(`${join(folder, "changed.json")} cannot be written: EFBIG`);
    expect(existsSync(join(folder, "prompts.json"))).toBe(false);
    expect(existsSync(join(folder, "changed.json"))).toBe(false);
  });

  it("refuses a file in place of the folder", async () => {
    const file = join(command.folder, "a-file");
    writeFileSync(file, "");
    const { status, stderr } = await command.run("review", "--plan", planFile(CHANGES), "--evals", file);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`EEXIST: file already exists, mkdir '${file}'`),
    ]);
  });
});
