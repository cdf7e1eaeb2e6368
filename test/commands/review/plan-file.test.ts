import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleCommand } from "../command";
import { recordedStack } from "./recorded";

/**
 * A program that behaves like Terraform: it reads a plan only in a folder with the plan's providers, and
 * prints colours unless an option turns them off.
 */
const ENGINE = `#!/bin/sh
[ "$1" = state ] && exec cat .terraform/state
[ "$1" = show ] || exit 0
for last; do :; done
pwd >> "$LOG"
red=$(printf '\\033[31m') none=$(printf '\\033[0m')
case "$*" in *-no-color*) red= none= ;; esac
if grep -q "no plan" "$last"; then
  echo "\${red}Error: \${none}Failed to read the given file as a state or plan file" >&2
  exit 1
fi
if [ -e .terraform/says ]; then
  cat .terraform/says >&2
  exit 1
fi
if ! [ -e .terraform ]; then
  echo "Warning: Unable to open CLI configuration file" >&2
  echo "\${red}Error: \${none}Failed to load plugin schemas" >&2
  echo >&2
  echo "\${red}unavailable provider\${none}" >&2
  exit 1
fi
cat "$last.json"
`;

const command = bundleCommand();
afterAll(() => command.remove());

describe("a plan file", () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "cdktf-outreach-test-")));
    for (const name of ["elsewhere", "here", "out/stacks/a", "out/stacks/b"])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "engine"), ENGINE);
    chmodSync(join(folder, "engine"), 0o755);
    writeFileSync(join(folder, "log"), "");
    writeFileSync(join(folder, "elsewhere/b.tfplan"), "PK a plan in binary");
    writeFileSync(join(folder, "elsewhere/b.tfplan.json"), JSON.stringify(recordedStack("delete").plan));
    const stack = (name: string) => ({ name, workingDirectory: `stacks/${name}` });
    const stacks = { a: stack("a"), b: stack("b") };
    writeFileSync(join(folder, "out/manifest.json"), JSON.stringify({ stacks }));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function review(...args: string[]) {
    const env = { ...process.env, TERRAFORM_BINARY_NAME: join(folder, "engine"), LOG: join(folder, "log") };
    const plan = join(folder, "elsewhere/b.tfplan");
    const cwd = join(folder, "here");
    return command.runIn({ cwd, env }, "review", "--plan", plan, "--format", "text", ...args);
  }
  const initialize = (name: string) => mkdirSync(join(folder, name, ".terraform"));

  it.each([
    ["its own folder", "elsewhere"],
    ["this folder", "here"],
    ["the folder of a stack", "out/stacks/b"],
  ])("is read in %s if only that folder is initialized", async (_, name) => {
    initialize(name);
    const { status, stdout, stderr } = await review("--cdktf-out", join(folder, "out"));
    expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
    expect(stdout).toMatch(/^Plan review of b: 2 to delete/);
  });

  it.each([
    ["printed for the review", "b.tfplan.json"],
    ["that was given as JSON", "b.tfplan"],
  ])("%s is found after OpenTofu's warnings about its settings", async (_, name) => {
    initialize("here");
    const json = readFileSync(join(folder, "elsewhere/b.tfplan.json"), "utf8");
    const warning = "\nWarning: Unable to open CLI configuration file\n\nThe file does not exist.\n";
    writeFileSync(join(folder, "elsewhere", name), `${warning}${json}\n`);
    expect(await review()).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("2 to delete") as string,
    });
    expect(readFileSync(join(folder, "log"), "utf8") === "").toBe(name === "b.tfplan");
  });

  it.each([
    ["printed for the review", "b.tfplan.json"],
    ["that was given as JSON", "b.tfplan"],
  ])("%s keeps every digit of its numbers", async (_, name) => {
    initialize("here");
    const change = '{"actions":["update"],"before":12345678901234567890,"after":12345678901234567891}';
    writeFileSync(
      join(folder, "elsewhere", name),
      `{"format_version":"1.2","planned_values":{},"output_changes":{"big":${change}}}\n`,
    );
    expect((await review()).stdout).toContain('value: "12345678901234567890" → "12345678901234567891"\n');
  });

  it("is reviewed with the samples in prompts/samples.json, or in the file of --samples", async () => {
    const side = (prompt: string) => ({ name: "Opener", prompt });
    const change = { actions: ["update"], before: side("Hi"), after: side("Hi {first_name} of {company}") };
    const snippet = {
      address: "outreach_snippet.a",
      mode: "managed",
      type: "outreach_snippet",
      name: "a",
      change,
    };
    const plan = join(folder, "elsewhere/plan.json");
    writeFileSync(plan, JSON.stringify({ format_version: "1.2", resource_changes: [snippet] }));
    const run = (...args: string[]) =>
      command.runIn({ cwd: join(folder, "here") }, "review", "--plan", plan, "--format", "json", ...args);
    const first = async (...args: string[]) => {
      const { status, stdout } = await run(...args);
      const { stacks } = JSON.parse(stdout) as {
        stacks: { changes: { preview: { after: string } | null; warnings: object[] }[] }[];
      };
      const [{ preview, warnings }] = stacks[0]!.changes as [(typeof stacks)[0]["changes"][0]];
      return [status, preview?.after, warnings.length];
    };
    expect(await first("--fail-on", "warning")).toEqual([2, undefined, 0]);
    mkdirSync(join(folder, "here/prompts"));
    writeFileSync(join(folder, "here/prompts/samples.json"), '{ "ada": { "first_name": "Ada" } }');
    expect(await first("--fail-on", "warning")).toEqual([3, "Hi Ada of {company}", 1]);
    writeFileSync(join(folder, "here/s.json"), '\ufeff{ "b": { "first_name": "B", "company": "C" } }');
    expect(await first("--samples", "s.json", "--fail-on", "warning")).toEqual([2, "Hi B of C", 0]);
    writeFileSync(join(folder, "here/s.json"), '{ "b": { "a": "1", "a": "2" } }');
    expect(await run("--samples", "s.json")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/s\.json, line 1: "1" would be lost .* Remove a duplicate key/),
    });
    writeFileSync(join(folder, "here/s.json"), JSON.stringify({ b: { a: "x".repeat(1024 ** 2) } }));
    expect(await run("--samples", "s.json")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("s.json has more than 1 MiB."),
    });
    renameSync(join(folder, "here/prompts/samples.json"), join(folder, "here/s.json"));
    symlinkSync("nowhere", join(folder, "here/prompts/samples.json"));
    expect(await run()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no file "prompts/samples.json".'),
    });
    rmSync(join(folder, "here/prompts"), { recursive: true });
  });

  it("that OpenTofu has encrypted is read by the engine, and an encrypted state is rejected", async () => {
    initialize("here");
    const encrypted = {
      meta: { "key_provider.pbkdf2.k": "e30=" },
      encrypted_data: "AAAA",
      encryption_version: "v0",
    };
    writeFileSync(join(folder, "elsewhere/b.tfplan"), JSON.stringify(encrypted));
    expect(await review()).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("2 to delete") as string,
    });
    writeFileSync(
      join(folder, "elsewhere/b.tfplan.json"),
      JSON.stringify({ format_version: "1.0", terraform_version: "1.12.6", values: { root_module: {} } }),
    );
    expect(await review()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("is not a plan") as string,
    });
  });

  it("that can be read in no folder is reported without colours, with the next step", async () => {
    const { status, stdout, stderr } = await review();
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    const engine = join(folder, "engine");
    expect(stderr.split("\n")).toEqual([
      `cdktf-outreach: ${engine} show cannot read the plan ${join(folder, "elsewhere/b.tfplan")} in ${join(folder, "here")}:`,
      "  Error: Failed to load plugin schemas",
      "  unavailable provider",
      `Give --plan a plan file that ${engine} has written, and run this command in the folder of the plan's stack after`,
      `${engine} init. Or give --plan the output of ${engine} show -json PLAN.`,
      "",
    ]);
  });

  it("that is not a plan is tried in one folder only", async () => {
    for (const name of ["elsewhere", "here", "out/stacks/a"]) initialize(name);
    writeFileSync(join(folder, "elsewhere/b.tfplan"), "this is no plan");
    const { status, stderr } = await review("--cdktf-out", join(folder, "out"));
    expect(status).toBe(1);
    expect(stderr).toContain(
      "  Error: Failed to read the given file as a state or plan file\nGive --plan a plan file",
    );
    expect(readFileSync(join(folder, "log"), "utf8")).toBe(`${join(folder, "elsewhere")}\n`);
  });

  it.each([
    ["a state", { format_version: "1.0", terraform_version: "1.11.4", values: { root_module: {} } }],
    ["no state", { format_version: "1.0" }],
    ["a validation", { format_version: "1.0", valid: true, diagnostics: [] }],
    ["schemas", { format_version: "1.0", provider_schemas: {} }],
    ["another format", { format_version: "2.0", resource_changes: [] }],
    ["another shape", { format_version: "1.2", resource_changes: {} }],
  ])("cannot be the output of show -json for %s", async (_, printed) => {
    writeFileSync(join(folder, "elsewhere/b.tfplan"), JSON.stringify(printed));
    const { status, stdout, stderr } = await review("--fail-on", "destroy");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(
      "b.tfplan is not a plan: neither a plan file nor what terraform show -json PLAN prints.",
    );
  });

  it.each([
    [[{}], "resource_changes[0].address is not a text"],
    [
      [{ address: "a_b.x", type: "a_b", change: { actions: ["delete"] } }],
      "resource_changes[0].mode is not a text",
    ],
    [
      [{ address: "a_b.x", mode: "managed", type: "a_b", change: {} }],
      "resource_changes[0].change.actions is not a list",
    ],
    [[null], "resource_changes[0] is not an object"],
  ])(
    "without a required member of a change is an error that names the member: %j",
    async (resource_changes, missing) => {
      const file = join(folder, "elsewhere/b.tfplan");
      const write = (plan: object) => writeFileSync(file, JSON.stringify({ format_version: "1.2", ...plan }));
      write({ resource_changes });
      const refused = (words: string) => ({
        ...{ status: 1, stdout: "" },
        stderr: `cdktf-outreach: ${file} is no plan that this command can read: ${words}. See cdktf-outreach review --help.\n`,
      });
      expect(await review()).toMatchObject(refused(missing));
      write({ resource_changes: [], resource_drift: resource_changes });
      expect(await review()).toMatchObject(refused(missing.replace("changes", "drift")));
      write({ resource_changes: [], output_changes: { o: {} } });
      expect(await review()).toMatchObject(refused("output_changes.o.actions is not a list"));
      // Whoever wrote the file chose the name, and it goes to a terminal.
      write({ resource_changes: [], output_changes: { "o\u001b[2J\u202e\n": {} } });
      expect(await review()).toMatchObject(refused("output_changes.o␛[2J⟨U+202E⟩⏎.actions is not a list"));
    },
  );

  it("cannot be a folder", async () => {
    initialize("here");
    const { status, stderr } = await review("--plan", folder);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining(`--plan takes a file, and ${folder} is a folder.`) as string,
    });
  });
});
