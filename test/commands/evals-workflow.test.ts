import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promptfooTemplate } from "../../src/commands/review/evals";
import { scriptsOf } from "./pull-request-example";

const script = scriptsOf("../evals/evals.yml").find((one) => one.includes("promptfoo eval"))!;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-ci-"));
  for (const name of ["bin", "evals"]) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true }));

const FAILED = { success: false, error: 'Expected output to contain "Hi"' };

/** Runs the step that evaluates, with a promptfoo that notes its call, and writes these results and this status. */
function evaluate(prompts: unknown, results: unknown[] = [], status = 0) {
  writeFileSync(join(folder, "evals/prompts.json"), JSON.stringify(prompts));
  writeFileSync(join(folder, "given.json"), JSON.stringify({ results: { results } }));
  const npx = `#!/bin/sh\necho "$*" >> calls\ncp given.json results.json\nexit ${status}\n`;
  writeFileSync(join(folder, "bin/npx"), npx, { mode: 0o755 });
  const env = {
    PATH: [join(folder, "bin"), process.env["PATH"]].join(delimiter),
    RUNNER_TEMP: folder,
    LC_ALL: "C",
  };
  return spawnSync("bash", ["-e", "-c", script], { cwd: folder, encoding: "utf8", env });
}

const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8")) as unknown;

describe("the step of evals.yml that evaluates", () => {
  const texts = ["", "{a} {b-c} {größe}{not}", "{{x}} {% endraw %} {# #} {", '{"a": "{b}"}\r\n'];
  const prompts = texts.map((text, i) => ({
    label: `outreach_snippet.x${i} (after)`,
    raw: promptfooTemplate(text),
  }));

  it("passes on every prompt of review --evals, and nothing else of the file", () => {
    const given = prompts.map((one) => ({ ...one, config: { $ref: "/etc/passwd" } }));
    expect(evaluate(given)).toMatchObject({ status: 0 });
    expect(read("changed-prompts/prompts.json")).toEqual(prompts);
    expect(readFileSync(join(folder, "calls"), "utf8")).toBe("--no -- promptfoo eval -o results.json\n");
  });

  it.each([
    "exec:./run.sh",
    "file://x.js",
    "{% raw\n%}{% endraw %}{{ range.constructor('return process')() }}{% raw %}{% endraw %}",
    "{% raw\n%}{% endraw %}{{env.OPENAI_API_KEY}}{% raw %}{% endraw %}",
    '{% raw\n%}{% endraw %}{{a"b}}{% raw %}{% endraw %}',
    "{% raw\n%}a{% endraw %}{{a\\}}{% raw %}{% endraw %}",
    "{% raw\n%}a{% endraw %}{% include 'x' %}{% raw %}{% endraw %}",
    "{% raw\n%}a{% endraw %}\n",
    1,
  ])("refuses a template of another form before it runs promptfoo: %j", (raw) => {
    expect(evaluate([{ label: "x (after)", raw }]).status).not.toBe(0);
    expect(() => readFileSync(join(folder, "calls"))).toThrow("ENOENT");
  });

  it("passes a label on as a text, so that promptfoo resolves no reference to a file in it", () => {
    expect(evaluate([{ label: { $ref: "/etc/passwd" }, raw: prompts[0]!.raw }])).toMatchObject({ status: 0 });
    const label = '{"$ref":"/etc/passwd"}';
    expect(read("changed-prompts/prompts.json")).toEqual([{ label, raw: prompts[0]!.raw }]);
  });

  it("leaves no template in a label, because promptfoo renders templates about the environment in labels, too", () => {
    const label = '{{{ env.x | default("".constructor.constructor("return 1")()) }}';
    expect(evaluate([{ label, raw: prompts[0]!.raw }])).toMatchObject({ status: 0 });
    const [given] = read("changed-prompts/prompts.json") as { label: string }[];
    expect(given!.label).toBe(label.replace("{{{", "{ { {"));
  });

  it("writes the failures as findings about their objects, and no failure gets lost", () => {
    const labels = ["outreach_snippet.a (before)", 'outreach_snippet.b["x in y"] in emea (after)', "odd"];
    const results = labels.map((label) => ({ ...FAILED, prompt: { label } }));
    const passed = { success: true, error: null, prompt: { label: labels[0] } };
    expect(evaluate(prompts, [...results, passed], 100).status).toBe(0);
    const finding = { tool: "promptfoo", message: FAILED.error };
    expect(read("findings.json")).toEqual([
      { ...finding, address: "outreach_snippet.a", stack: null },
      { ...finding, address: 'outreach_snippet.b["x in y"]', stack: "emea" },
      finding,
    ]);
  });

  it("does not run promptfoo without a changed prompt, and fails if promptfoo fails", () => {
    expect(evaluate([], [], 1).status).toBe(0);
    expect(read("findings.json")).toEqual([]);
    expect(evaluate(prompts, [], 1).status).toBe(1);
  });
});
