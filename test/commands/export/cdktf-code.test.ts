import { type TerraformStack, TerraformVariable } from "cdktf";
import { transformSync } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import { cdktfCode } from "../../../src/commands/export/cdktf-code";
import type { WorkspaceObject } from "../../../src/estate/workspace/workspace";
import * as constructs from "../../../src/constructs";
import { stackWithProvider, synth, temporaryFolder } from "../../constructs/stacks";
import { evaluateTemplate } from "../../constructs/template";
import { writeExport } from "./write-export";

const folder = temporaryFolder();
const builtIn = createRequire(__filename);
const MARKERS = "Hi\n<<<<<<< HEAD\nBe kind.\n=======\nBe brief.\n>>>>>>> tone\n";

let exports = 0;

/** Exports objects into a new folder, and returns the folder and the function that the code exports. */
function exported(objects: readonly WorkspaceObject[]) {
  const out = join(folder, `export-${(exports += 1)}`);
  writeExport(out, cdktfCode(out, { fork: "cdktf", isModule: false, place: "outreach" }), objects);
  // The package's name leads to its source.
  const load = (name: string): unknown => (name === "cdktf-outreach" ? constructs : builtIn(name));
  const module = { exports: {} as { declareWorkspace(stack: TerraformStack): void } };
  const text = readFileSync(join(out, "index.ts"), "utf8");
  compileFunction(transformSync(text, { loader: "ts", format: "cjs" }).code, [
    "require",
    "module",
    "__dirname",
  ])(load, module, out);
  return { out, declareWorkspace: module.exports.declareWorkspace };
}

const snippet = (id: string, name: string, prompt: string): WorkspaceObject => {
  return { kind: "snippet", id, name, prompt, lastUpdatedAt: null };
};

it("the exported code accepts conflict markers in exactly the prompts that had them at the export", () => {
  const { out, declareWorkspace } = exported([snippet("1", "Git", MARKERS), snippet("2", "Plain", "Hi\n")]);
  const stack = stackWithProvider(folder);
  declareWorkspace(stack);
  expect(synth(stack).resource.outreach_snippet).toMatchObject({
    git: { prompt: MARKERS },
    plain: { prompt: "Hi\n" },
  });
  writeFileSync(join(out, "prompts/plain.md"), MARKERS);
  expect(() => declareWorkspace(stackWithProvider(folder))).toThrow("conflict markers of a merge at line 2");
});

it("the exported code takes names, texts and ids that look like a token of CDKTF as text", () => {
  const stack = stackWithProvider(folder);
  // Without protection, CDKTF would write a reference to the variable.
  const token = new TerraformVariable(stack, "secret", {}).stringValue;
  const { declareWorkspace } = exported([
    { kind: "cluster", id: token, name: token, description: token, lastUpdatedAt: null },
    snippet(token, token, token),
  ]);
  declareWorkspace(stack);
  const { resource, import: imports } = synth(stack);
  const [cluster] = Object.values(resource.outreach_cluster!);
  const [opener] = Object.values(resource.outreach_snippet!);
  const written = [
    cluster!.name,
    cluster!.description,
    opener!.name,
    opener!.prompt,
    ...imports.map(({ id }) => id),
  ];
  expect(written.map((text) => evaluateTemplate(text as string, new Map()))).toEqual(Array(6).fill(token));
});

it("the exported code passes the acknowledged warnings of a row to its snippet", () => {
  const { out, declareWorkspace } = exported([
    snippet("1", "Opener", "Hi {{x}}"),
    snippet("2", "Plain", "Hi"),
  ]);
  const file = join(out, "objects.json");
  const data = JSON.parse(readFileSync(file, "utf8")) as { snippets: object[] };
  const acknowledgedWarnings = [{ code: "doubled", text: "{{x}}", reason: "A template." }];
  data.snippets[0] = { ...data.snippets[0], acknowledgedWarnings };
  writeFileSync(file, JSON.stringify(data));
  const stack = stackWithProvider(folder);
  declareWorkspace(stack);
  const { opener, plain } = synth(stack).resource.outreach_snippet!;
  expect(opener!.acknowledged_warnings).toEqual(acknowledgedWarnings);
  expect(plain).not.toHaveProperty("acknowledged_warnings");
});
