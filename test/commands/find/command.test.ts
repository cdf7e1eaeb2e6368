import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundleCommand } from "../command";

const command = bundleCommand();
const folder = realpathSync(mkdtempSync(join(tmpdir(), "cdktf-outreach-find-")));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await command.remove();
});

function write(file: string, contents: unknown): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof contents === "string" ? contents : JSON.stringify(contents));
}

const findIn = (project: string, ...args: string[]) =>
  command.runIn({ cwd: join(folder, project), env: { PATH: process.env.PATH } }, "find", ...args);
const find = (...args: string[]) => findIn("app", ...args);

/** Writes a stack of a project as synth does, with its state. */
function stack(
  project: string,
  name: string,
  { resource = {}, record = {}, resources, moved = [] }: Record<string, unknown>,
): void {
  const at = `${project}/cdktf.out/stacks/${name}`;
  const path = join(folder, project, `terraform.${name}.tfstate`);
  write(`${at}/cdk.tf.json`, { terraform: { backend: { local: { path } } }, resource, moved });
  write(`${at}/outreach-prompts.json`, { version: 2, uses: [], ...(record as object) });
  if (resources !== undefined) write(`${project}/terraform.${name}.tfstate`, { version: 4, resources });
}

function manifest(project: string, ...names: string[]): void {
  const stacks = names.map((name) => [name, { name, workingDirectory: `stacks/${name}` }]);
  write(`${project}/cdktf.out/manifest.json`, { stacks: Object.fromEntries(stacks) });
}

const body = (path: string, argumentsOf: object) => ({ "//": { metadata: { path } }, ...argumentsOf });
const applied = (name: string, attributes: object, members: object = {}) => ({
  ...{ mode: "managed", type: "outreach_snippet", name },
  instances: [{ attributes, ...members }],
});

manifest("app", "outbound", "staging");
stack("app", "outbound", {
  resource: {
    outreach_snippet: {
      intro: body("outbound/intro", { name: "Caf\u00e9", prompt: "At {company}\n" }),
      added: body("outbound/added", { name: "Added", prompt: "Be kind.\nTo {firm}\n" }),
    },
    outreach_cluster: { europe: body("outbound/europe", { name: "Sales Europe" }) },
  },
  moved: [{ from: "outreach_snippet.opener", to: "outreach_snippet.intro" }],
  record: {
    uses: [
      { place: "outreach_snippet.intro", file: "../../../prompts/intro.md", is: "whole" },
      { place: "outreach_snippet.added", file: "../../../prompts/tone.md", is: "part" },
      { place: "locals.tone", file: "../../../prompts/tone.md", is: "part" },
    ],
  },
  resources: [
    applied("opener", { id: "snippet-1", name: "Opener", prompt: "At {company}, {city}\n" }),
    applied(
      "old",
      { id: "snippet-2", name: "Secret", prompt: "x" },
      {
        sensitive_attributes: [[{ type: "get_attr", value: "name" }]],
      },
    ),
  ],
});
stack("app", "staging", {
  resource: {
    outreach_snippet: { intro: body("staging/intro", { name: "Caf\u00e9", prompt: "At {company}\n" }) },
  },
  record: { uses: [{ place: "outreach_snippet.intro", file: "../../../prompts/intro.md", is: "whole" }] },
  resources: [applied("intro", { id: "snippet-3", name: "Cafe\u0301 ", prompt: "At {company}\n" })],
});
for (const file of ["intro.md", "tone.md", "lost.md", "deep/lost.md", "notes.txt"])
  write(`app/prompts/${file}`, file === "intro.md" ? "Hi\nAt {company}\n" : "");

const OPENER = `snippet "Opener" (snippet-1)
  stack:     outbound
  address:   outreach_snippet.opener
  construct: outbound/intro
  renamed:   "Caf\u00e9" after the next apply
  prompt:    prompts/intro.md
  variables: {city}, {company}
`;

it.each(["Opener", " opener\n", "OPEN?R", "*pen*", "snippet-1", "outreach_snippet.opener", "outbound/intro"])(
  "find %j leads to the stack, address, construct, prompt file and variables of an object",
  async (term) => {
    expect(await find(term)).toEqual({ status: 0, signal: null, stdout: OPENER, stderr: "" });
  },
);

const foundBy = async (...args: string[]) => {
  const { status, stdout } = await find("--format", "json", ...args);
  const { found, unknown } = JSON.parse(stdout) as { found: Record<string, unknown>[]; unknown: string[] };
  return {
    status,
    unknown,
    found: found.map(({ stack: of, address }) => `${String(of)} ${String(address)}`),
  };
};

it("find compares names in any Unicode form, in all stacks, with the name of the code and of the state", async () => {
  const both = ["outbound outreach_snippet.opener", "staging outreach_snippet.intro"];
  expect(await foundBy("Cafe\u0301")).toEqual({ status: 0, unknown: [], found: both });
  expect(await foundBy("prompts/intro.md")).toMatchObject({ status: 0, found: both });
  expect(await foundBy("{company}")).toMatchObject({ status: 0, found: both });
});

it("find lists the samples that have a variable", async () => {
  write("samples.json", { ada: { company: "Acme" }, "b\u001b": { company: "" }, c: { city: "Rome" } });
  const { status, stdout } = await find("{company}", "--samples", "../samples.json");
  expect(status).toBe(0);
  expect(stdout).toMatch(/\n\nsamples with \{company\}: "ada", "b\\u001b"\n$/);
  const json = await find("{city}", "--samples", "../samples.json", "--format", "json");
  expect(JSON.parse(json.stdout)).toMatchObject({ samples: ["c"] });
  expect((await find("{firm}", "--samples", "../samples.json")).stdout).not.toContain("samples");
  expect(JSON.parse((await find("Opener", "--format", "json")).stdout)).toMatchObject({ samples: [] });
});

it("find leads from a file to its parts, and to what is not applied", async () => {
  expect(await foundBy("./prompts/tone.md")).toMatchObject({
    status: 0,
    found: ["outbound outreach_snippet.added", "outbound locals.tone"],
  });
  const { stdout } = await find("{firm}");
  expect(stdout).toMatch(/^snippet "Added" \(not applied\)\n.*prompt: {4}contains prompts\/tone\.md\n/s);
});

it("find names the line of the prompt file that uses a variable", async () => {
  const { stdout } = await find("{company}");
  expect(stdout).toContain("  prompt:    prompts/intro.md:2\n");
  const json = await find("{company}", "--format", "json");
  const { found } = JSON.parse(json.stdout) as { found: { lines: unknown }[] };
  expect(found[0]!.lines).toEqual([{ file: "prompts/intro.md", line: 2 }]);
});

it("find names the file and the line of a resource in plain HCL", async () => {
  write(
    "hcl/main.tf",
    'provider "outreach" {}\n\nresource "outreach_snippet" "a" {\n  name   = "A"\n  prompt = "p"\n}\n',
  );
  write("hcl/terraform.tfstate", {
    version: 4,
    resources: [applied("a", { id: "s-1", name: "A", prompt: "p" })],
  });
  const { stdout } = await findIn("hcl", "A");
  expect(stdout).toMatch(/^ {2}address: {3}outreach_snippet\.a\n {2}code: {6}main\.tf:3\n/m);
});

it("find finds a sensitive name, and prints it nowhere", async () => {
  const { status, stdout } = await find("Secret");
  expect(status).toBe(0);
  expect(stdout).toContain("(snippet-2)\n");
  expect(stdout).toContain("construct: none: the next apply deletes the object\n");
  expect(stdout).not.toContain("Secret");
  expect((await find("secret?")).stderr).not.toContain("Secret");
});

it("find exits with 2 if all stacks were searched and nothing was found", async () => {
  expect(await find("open")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: 'cdktf-outreach: Nothing in outbound, staging has or uses "open".\n',
  });
  expect(await foundBy("{nobody}")).toEqual({ status: 2, unknown: [], found: [] });
});

describe("find exits with 1", () => {
  it.each([[[]], [["a", "b"]]])("for the arguments %j", async (args) => {
    const { status, stderr } = await find(...args);
    expect(status).toBe(1);
    expect(stderr).toContain("See cdktf-outreach find --help.");
  });

  it("without a stack, and for a state that is malformed", async () => {
    mkdirSync(join(folder, "none"));
    expect(await findIn("none", "Opener")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("so nothing was searched. Run cdktf synth first."),
    });
    manifest("broken", "one");
    stack("broken", "one", { resources: [] });
    write("broken/terraform.one.tfstate", "{");
    expect(await findIn("broken", "Opener")).toMatchObject({ status: 1, stdout: "" });
  });

  it("if nothing was found, and a stack has no state here or computes its name", async () => {
    manifest("new", "one");
    stack("new", "one", {
      resource: { outreach_snippet: { a: { name: "${local.a}", prompt: "${local.b}" }, b: { name: "B" } } },
    });
    const { status, stdout } = await findIn("new", "Opener");
    expect(status).toBe(1);
    expect(stdout).toContain(
      "Not known: outreach_snippet.a of one is composed by Terraform and not applied, ",
    );
    expect(stdout).toContain("Not known: The stack one (terraform.one.tfstate) has no state here. ");
    expect((await findIn("new", "B")).status).toBe(0);
    // A pattern lists, so what is not known counts even if something was found.
    expect((await findIn("new", "B*")).status).toBe(1);
    expect((await findIn("new", "{company}")).status).toBe(1);
  });

  it("if the prompt of a module may use a file", async () => {
    const inModule = { ...applied("x", { id: "m", name: "M", prompt: "Hi" }), module: "module.a" };
    manifest("modules", "one");
    stack("modules", "one", {
      record: { uses: [{ place: "locals.tone", file: "../../../prompts/tone.md", is: "part" }] },
      resources: [inModule],
    });
    write("modules/prompts/tone.md", "");
    expect((await findIn("modules", "M")).status).toBe(0);
    expect((await findIn("modules", "prompts/tone.md")).status).toBe(1);
  });
});
