import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundleCommand } from "../command";

const command = bundleCommand();
const folder = realpathSync(mkdtempSync(join(tmpdir(), "cdktf-outreach-lint-")));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await command.remove();
});

function write(file: string, contents: string | Buffer): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
  return file;
}

const lintWith = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  command.runIn({ cwd: folder, env: { PATH: process.env.PATH, ...env } }, "lint", ...args);
const lint = (...args: string[]) => lintWith({}, ...args);

const clean = write("prompts/clean.md", "Hi {first_name}\n");
const doubled = write("prompts/doubled.md", "\ufeffHi\nAt {{company}}, {{company}} and {first_nam}\n");
const merged = write("prompts/merged.md", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> tone\n");
const binary = write("prompts/binary.md", Buffer.from([0x48, 0xff, 0xfe]));

it("lint exits with 0 for files without mistakes, and says how many it has checked", async () => {
  const expected = { status: 0, stdout: "1 prompt file checked, no mistakes\n", stderr: "" };
  expect(await lint(clean, clean)).toEqual({ ...expected, signal: null });
});

it("lint exits with 2 for mistakes, and prints file, line, column, code and suggestion", async () => {
  const { status, stdout, stderr } = await lint(
    clean,
    doubled,
    merged,
    "--known-variables",
    "first_name,company",
  );
  expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
  const [first, second, third, fourth, totals] = stdout.split("\n");
  expect(first).toMatch(
    /^prompts\/doubled\.md:2:4: doubled: \{\{company\}\} is doubled.* Write \{company\} if/,
  );
  expect(second).toMatch(/^prompts\/doubled\.md:2:17: doubled: /);
  expect(third).toMatch(/^prompts\/doubled\.md:2:33: unknown: \{first_nam\} is not .* \{first_name\}/);
  expect(fourth).toMatch(/^prompts\/merged\.md:1:1: conflict: <<<<<<< HEAD begins a merge conflict/);
  expect(totals).toBe("3 prompt files checked, 4 mistakes in 2 files");
});

it("lint reports an empty prompt, and more mistakes than it lists", async () => {
  const many = write("many.md", "{{a_b}} ".repeat(1200));
  const { status, stdout } = await lint(write("empty.md", " \n"), many);
  expect(status).toBe(2);
  expect(stdout).toContain("empty.md:1:1: blank-prompt: its prompt is empty. ");
  expect(stdout).toContain("many.md: there may be more. Correct the first 1000, ");
  const json = await lint(many, "--format", "json");
  expect(JSON.parse(json.stdout)).toMatchObject({ files: [{ isComplete: false }] });
  const github = await lint("empty.md", many, "--format", "github");
  expect(github.stdout).toMatch(
    /\nmany\.md: there may be more\. Correct the first 1000, .*\n2 prompt files checked, 1001 mistakes in 2 files\n$/,
  );
  const gitlab = await lint(many, "--format", "gitlab");
  expect((JSON.parse(gitlab.stdout) as object[]).at(-1)).toMatchObject({
    check_name: "not-complete",
    description: expect.stringMatching(/^many\.md: there may be more\./) as string,
  });
});

const MISSING = "is no file. Pass files, such as prompts/*.md, without quotes.";

it.each([
  ["has other bytes than UTF-8", binary, "is not UTF-8. Save it as UTF-8."],
  ["does not exist", "prompts/none.md", MISSING],
  ["has the name of a pattern", "prompts/*.txt", MISSING],
  ["turns out to be a folder", "prompts", MISSING],
])("lint exits with 1 for a file that %s, and checks the others", async (_, file, problem) => {
  const { status, stdout, stderr } = await lint(file, doubled);
  expect({ status, stderr }).toEqual({ status: 1, stderr: `cdktf-outreach: ${file} ${problem}\n` });
  expect(stdout).toMatch(/doubled.*\n1 prompt file checked, 2 mistakes in 1 file, 1 not checked\n$/s);
});

it.each([
  [["--ignore", "dubled"], "--ignore takes doubled, surplus, "],
  [["--known-variables", "{first_name}"], "--known-variables takes identifiers without braces"],
  [["--known-variables", ""], '--known-variables takes a value, not "".'],
  [["--format", "sarif"], "--format takes text, json, github, gitlab"],
  [["--unknown"], "Unknown option '--unknown'"],
])("lint exits with 1 for the options %j", async (options, message) => {
  const { status, stdout, stderr } = await lint(...options, clean);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr).toContain("See cdktf-outreach lint --help.");
});

/** Writes what synth writes of stacks in a project: their providers, and snippets whose prompts are files. */
function synthesized(project: string) {
  const stacks: Record<string, object> = {};
  return (
    name: string,
    provider: object,
    snippets: Readonly<Record<string, object>>,
    parts: readonly object[] = [],
  ) => {
    stacks[name] = { name, workingDirectory: `stacks/${name}` };
    const at = `${project}/cdktf.out/stacks/${name}`;
    const whole = Object.keys(snippets).map((id) => ({
      ...{ place: `outreach_snippet.${id}`, file: `../../../prompts/${id}.md`, is: "whole" },
    }));
    const record = { version: 2, uses: [...whole, ...parts] };
    write(`${project}/cdktf.out/manifest.json`, JSON.stringify({ stacks }));
    const resource = { outreach_snippet: snippets };
    write(`${at}/cdk.tf.json`, JSON.stringify({ provider: { outreach: provider }, resource }));
    write(`${at}/outreach-prompts.json`, JSON.stringify(record));
  };
}

const lintIn = (project: string, ...args: string[]) =>
  command.runIn({ cwd: join(folder, project), env: { PATH: process.env.PATH } }, "lint", ...args);
const partOf = (place: string, file: string) => ({
  ...{ place, file: `../../../prompts/${file}`, is: "part", part: { line: 1, fileLine: 1, lines: 1 } },
});

it("lint checks the prompt files that the stacks name, whole or as parts", async () => {
  const stack = synthesized("project");
  write("project/prompts/a.md", "Hi {first_name}\n");
  write("project/prompts/tone.md", "Be {{kind_word}}.\n");
  expect(await lintIn("project")).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/nothing was checked\. Pass the files .*lint prompts\/\*\.md\./),
  });
  stack("one", {}, {});
  expect(await lintIn("project")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("No prompt of one comes from a prompt file, so nothing was checked."),
  });
  stack("one", {}, { a: {} }, [partOf("outreach_snippet.c", "tone.md")]);
  const { status, stdout } = await lintIn("project");
  expect(status).toBe(2);
  expect(stdout).toMatch(
    /^prompts\/tone\.md:1:4: doubled: .*\n2 prompt files checked, 1 mistake in 1 file\n$/,
  );
});

describe("lint with samples", () => {
  const stack = synthesized("sampled");
  write("sampled/prompts/a.md", "Hi {first_name} of {company}, {company} and {city}\n");
  const samples = { ada: { first_name: "Ada", city: " ", tittle: "Dr" } };
  const file = write("sampled/prompts/samples.json", JSON.stringify(samples, null, 2));
  beforeAll(() => stack("one", {}, { a: {} }));

  it("reports variables without a sample and empty values, and checks no samples as a prompt", async () => {
    const { status, stdout } = await lintIn("sampled");
    const [none, blank, totals] = stdout.split("\n").map((line) => line.slice(0, 100));
    expect(none).toMatch(/^prompts\/a\.md:1:20: no-sample: \{company\} has no value in any sample\. /);
    expect(blank).toMatch(/^prompts\/a\.md:1:45: blank-sample: \{city\} is empty in a sample\. /);
    expect({ totals, status }).toEqual({
      totals: "1 prompt file checked, 2 mistakes in 1 file",
      status: 2,
    });
    expect((await lintIn("sampled", "prompts/a.md", "prompts/samples.json")).stdout).toBe(stdout);
    // A hook of pre-commit passes only the samples file if a commit changes nothing else.
    expect((await lintIn("sampled", "prompts/samples.json")).status).toBe(0);
    expect((await lintIn("sampled", "--ignore", "no-sample,blank-sample")).status).toBe(0);
  });

  it("does not report the samples file as unused if prompts have the same ending", async () => {
    synthesized("sampled-json")("one", {}, {}, [partOf("outreach_snippet.a", "a.json")]);
    write("sampled-json/prompts/a.json", "Hi\n");
    write("sampled-json/prompts/samples.json", "{}");
    expect((await lintIn("sampled-json")).stdout).toBe("1 prompt file checked, no mistakes\n");
  });

  it("ends with 1 for a samples file that it cannot use, and names the place", async () => {
    write("sampled/wrong.json", '{ "ada": { "age": 5 } }');
    expect(await lintIn("sampled", "--samples", "wrong.json", "prompts/a.md")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining(
        'wrong.json: the sample "ada" has the variable "age", which is not a text.',
      ),
    });
    expect(await lintIn("sampled", "--samples", "none.json")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no file "none.json". Name a file of samples'),
    });
    write("sampled/wrong.json", `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`);
    expect(await lintIn("sampled", "--samples", "wrong.json")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^cdktf-outreach: wrong\.json is not JSON: /),
    });
    expect(file).toBe("sampled/prompts/samples.json");
  });
});

it("lint lists files beside the prompt files that no prompt uses, except in a folder that contains the project", async () => {
  const stack = synthesized("unused");
  for (const file of ["a.md", "lost.md", "deep/lost.md", "notes.txt"])
    write(`unused/prompts/${file}`, "Hi\n");
  for (const file of ["root.md", "README.md"]) write(`unused/${file}`, "Hi\n");
  stack("one", {}, { a: {} }, [partOf("outreach_snippet.a", "../root.md")]);
  const [deep, lost, totals] = (await lintIn("unused")).stdout.split("\n");
  expect(deep).toMatch(
    /^prompts\/deep\/lost\.md:1:1: unused-file: no prompt of the stacks uses this file\. Look/,
  );
  expect(lost).toMatch(/^prompts\/lost\.md:1:1: unused-file: /);
  expect(totals).toBe("4 prompt files checked, 2 mistakes in 2 files");
  expect((await lintIn("unused")).status).toBe(2);
  expect((await lintIn("unused", "--ignore", "unused-file")).status).toBe(0);
  expect((await lintIn("unused", "prompts/lost.md")).status).toBe(0);
  rmSync(join(folder, "unused/prompts"), { recursive: true });
  expect(await lintIn("unused")).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^cdktf-outreach: prompts\/a\.md is no file\./),
  });
});

describe("known_variables of the stacks", () => {
  const stack = synthesized("known");
  const inProject = (...args: string[]) => lintIn("known", ...args);
  write("known/prompts/a.md", "Hi {fist_name}, {company}\n");
  write("known/prompts/b.md", "Hi {fist_name}\n");
  write("known/prompts/part.md", "Hi {company}\n");
  write("known/prompts/unused.md", "Hi {fist_name}\n");

  it("of the provider of a snippet count for its files, whether lint gets their names or not", async () => {
    const blocks = [
      { known_variables: ["first_name", "company"] },
      { alias: "open", known_variables: ["${var.a}"] },
      { alias: "few", known_variables: ["first_name"] },
    ];
    const snippets = { a: {}, b: { provider: "outreach.open" }, c: { provider: "outreach.few" } };
    write("known/prompts/c.md", "Hi {first_name}\n");
    stack("one", blocks, snippets, [partOf("outreach_snippet.c", "part.md")]);
    const [a, part] = [
      /prompts\/a\.md:1:4: unknown: \{fist_name\} .*\{first_name\}/,
      /prompts\/part\.md:1:4: unknown: \{company\} /,
    ];
    const { status, stdout } = await inProject("--ignore", "unused-file");
    expect({ status, lines: stdout.trimEnd().split("\n") }).toEqual({
      status: 2,
      lines: [
        expect.stringMatching(a),
        expect.stringMatching(part),
        "4 prompt files checked, 2 mistakes in 2 files",
      ],
    });
    const named = await inProject("prompts/a.md", "prompts/b.md", "prompts/unused.md");
    expect(named).toMatchObject({ status: 2, stdout: expect.stringMatching(a), stderr: "" });
    expect(named.stdout).toContain("3 prompt files checked, 1 mistake in 1 file");
    expect(
      await inProject("--known-variables", "fist_name,company,first_name", "--ignore", "unused-file"),
    ).toMatchObject({ status: 0 });
  });

  it("count together for a file that several stacks use", async () => {
    stack("two", { known_variables: ["fist_name", "first_name"] }, { a: {} });
    const { stdout } = await inProject("prompts/a.md");
    expect(stdout).toMatch(/unknown: \{fist_name\}.*\n.*unknown: \{company\}/);
  });

  it("are not checked for named files if a stack cannot be read, which lint says", async () => {
    write("known/cdktf.out/stacks/two/cdk.tf.json", "[");
    const known = ["--known-variables", "fist_name,company"];
    expect(await inProject("prompts/a.md", ...known)).toMatchObject({ status: 0, stderr: "" });
    expect(await inProject("prompts/a.md")).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(
        /^cdktf-outreach: known_variables of the stacks were not checked: .*two\/cdk\.tf\.json is not a JSON object\. Run cdktf synth again\.\n$/,
      ),
    });
  });
});

describe("hostile file names and contents", () => {
  const hostile = write(
    "prompts/a,b:c%\n::error::x.md",
    "<<<<<<< ::error::100%\u001b[2K\r=======\n\u202e\n>>>>>>> x\nAt {{company\u200b}}\n",
  );

  it("cannot become a workflow command of GitHub", async () => {
    const env = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: dirname(folder) };
    const { status, stdout } = await lintWith(env, "--format", "github", hostile, binary);
    expect(status).toBe(1);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(6);
    const path = `${folder.split("/").at(-1)}/prompts/a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3Ax.md`;
    expect(lines[0]).toMatch(
      /^::(?:error|warning) file=[^,:\r]+,line=\d+,col=\d+,title=[\w-]+::[^\r\u001b]*$/,
    );
    expect(lines[0]!.startsWith(`::error file=${path},line=1,col=1,title=conflict::`)).toBe(true);
    expect(lines[0]).toContain("::error::100%25");
    expect(lines[1]!.startsWith(`::warning file=${path},`)).toBe(true);
    expect(lines[2]).toMatch(/^::error file=[^,:]+binary\.md::prompts\/binary\.md is not UTF-8\./);
  });

  it("do not break JSON, and a line of text stays one line without invisible characters", async () => {
    const { stdout } = await lint("--format", "json", hostile);
    expect(JSON.parse(stdout)).toMatchObject({
      files: [
        { file: hostile, problem: null, isComplete: true, findings: [{ code: "conflict" }, { line: 5 }] },
      ],
    });
    const text = await lint(hostile);
    expect(text.stdout.trimEnd().split("\n")).toHaveLength(3);
    expect(text.stdout).not.toMatch(/[\u001b\u202e\u200b\r]/);
  });

  it("become issues of GitLab with a fingerprint each, and one for a file that was not checked", async () => {
    const env = { CI_PROJECT_DIR: folder };
    const { stdout } = await lintWith(env, "--format", "gitlab", doubled, hostile, binary);
    const issues = JSON.parse(stdout) as { fingerprint: string; severity: string }[];
    expect(issues.map(({ severity }) => severity)).toEqual(["minor", "minor", "major", "minor", "blocker"]);
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(5);
    expect(issues[2]).toMatchObject({
      check_name: "conflict",
      location: { path: hostile, lines: { begin: 1 } },
    });
  });
});

it("the hook of pre-commit runs a command of this package with the files that it matches", async () => {
  const root = join(__dirname, "../../..");
  const hook = readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8");
  const valueOf = (key: string) => new RegExp(`^(?:- | {2})${key}: (.*)$`, "m").exec(hook)![1]!;
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { bin: object };
  const [program, ...args] = valueOf("entry").split(" ");
  expect(valueOf("language")).toBe("node");
  expect(Object.keys(bin)).toContain(program);
  const files = [clean, "app/prompts/a.md", "src/prompts.ts", "README.md"];
  expect(files.filter((file) => new RegExp(valueOf("files")).test(file))).toEqual(files.slice(0, 2));
  const surroundings = { cwd: folder, env: { PATH: process.env.PATH } };
  expect(await command.runIn(surroundings, ...args, clean)).toMatchObject({ status: 0 });
  expect(await command.runIn(surroundings, ...args, doubled)).toMatchObject({ status: 2 });
});
