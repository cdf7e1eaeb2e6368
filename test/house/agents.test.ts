import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as prompts from "../../src/prompts/public";

const ROOT = resolve(__dirname, "../..");
const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const [, ofUsers, ofContributors] = textOf("AGENTS.md").split(/^## /m) as [string, string, string];

/** Returns the texts in backticks of a part. */
const code = (part: string) => Array.from(part.matchAll(/`([^`\n]+)`/g), ([, text]) => text!);
const all = [...code(ofUsers), ...code(ofContributors)];

const { exports, files, scripts } = JSON.parse(textOf("package.json")) as {
  exports: Readonly<Record<string, unknown>>;
  files: readonly string[];
  scripts: Readonly<Record<string, string>>;
};

describe("AGENTS.md", () => {
  it("has at most 40 lines for each of its two kinds of readers", () => {
    for (const part of [ofUsers, ofContributors])
      expect(part.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
    expect(files).toContain("AGENTS.md");
  });

  it("names only commands that exist, with options that their help describes", () => {
    const commands = all.flatMap((text) => {
      const [, command, rest = ""] = /^npx cdktf-outreach (\w+)(.*)$/.exec(text) ?? [];
      return command === undefined ? [] : [{ command, options: rest.match(/--[\w-]+/g) ?? [] }];
    });
    expect(commands).toContainEqual({ command: "review", options: ["--skip-synth"] });
    for (const { command, options } of commands) {
      const folder = `src/commands/${command}`;
      const texts = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(".ts"));
      const help = texts.map((name) => textOf(`${folder}/${name}`)).join("");
      for (const option of options) expect(help).toContain(`\n  ${option} `);
    }
    const run = all.flatMap((text) => /^npm run (\w+)/.exec(text)?.[1] ?? []);
    expect(run).toEqual(expect.arrayContaining(["setup", "check"]));
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("names only modules, exports and files that exist", () => {
    const modules = all.filter((text) => /^cdktf-outreach(\/\w+)?$/.test(text));
    expect(new Set(modules.map((name) => name.replace("cdktf-outreach", ".")))).toEqual(
      new Set(Object.keys(exports).filter((name) => name !== "./package.json")),
    );
    const index = textOf("src/constructs/index.ts");
    const [, ofConstructs] = /CDK Terrain:\n([^]*?)\. Tests/.exec(ofUsers)!;
    for (const name of code(ofConstructs!)) expect(index).toMatch(new RegExp(`[{ ]${name}\\b`));
    const [, ofPrompts] = /`cdktf-outreach\/prompts` \(([^)]*)\)/.exec(ofUsers)!;
    expect(code(ofPrompts!).sort()).toEqual(Object.keys(prompts).sort());
    const paths = all.filter((text) => /^(?:docs|src|test)\/[\w./-]+$|^[A-Z]+\.md$/.test(text));
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    // The package has no CONTRIBUTING.md and no docs/design.
    const shipped = code(ofUsers).filter((text) => /^docs\/|^[A-Z]+\.md$/.test(text));
    expect(shipped.filter((path) => path.startsWith("docs/design") || path === "CONTRIBUTING.md")).toEqual(
      [],
    );
  });

  it("names only environment variables that the reference describes", () => {
    const variables = all.filter((text) => /^OUTREACH_\w+$/.test(text));
    expect(variables.length).toBeGreaterThan(5);
    const reference = textOf("docs/index.md") + textOf("docs/guides/safety.md");
    expect(variables.filter((name) => !reference.includes(`\`${name}`))).toEqual([]);
  });
});
