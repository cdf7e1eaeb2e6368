import * as fs from "node:fs";
import { join, resolve } from "node:path";
import { findEngine } from "../../estate/engine/find-engine";
import { type PlannedStack, planStack } from "../../estate/engine/plan-stack";
import { makeTemporaryFolder, runProgram } from "../../estate/engine/run-program";
import { findInstalled } from "../../placing/installed-package";
import { placeProvider } from "../../placing/place-provider";
import { findProviderPackage } from "../../placing/provider-package";
import { remove, temporaryPath } from "../../util/files/temporary-file";
import { atMost } from "../../util/lists";
import { INDEX } from "./cdktf-code";
import { readCode } from "./code";
import { addressOf } from "./names";
import { isImported, type Rows } from "./objects-file";
import type { ExportOptions } from "./options";

/**
 * Plans the exported code with an empty state. Returns true if the plan imports every object that the code
 * imports, and changes none. Leaves out resources whose objects are in a state, because this plan would
 * create duplicates of them.
 */
export async function verifyExport(options: ExportOptions, signal: AbortSignal): Promise<boolean> {
  const code = await readCode(options, signal);
  const imported = code.declared.filter((object) => object.isImported);
  if (imported.length === 0) {
    process.stderr.write("Nothing to verify: the code imports no object.\n");
    return true;
  }
  const { program: engine } = await findEngine(signal);
  const isHcl = options.format === "hcl";
  const work = isHcl ? makeTemporaryFolder() : temporaryPath(options.out);
  try {
    if (isHcl) copyHcl(options.out, work);
    const folder = isHcl ? work : await synthesizeExport(options, code.rows, work, signal);
    // With an absolute TF_DATA_DIR, init would overwrite the data folder of the user's configuration.
    const run = { engine, signal, env: { TF_DATA_DIR: undefined }, exclusively: atMost(1) };
    const addresses = imported.map(({ kind, codeId }) => addressOf(kind, codeId));
    return report(await planStack({ name: options.stack, folder }, run), addresses);
  } finally {
    remove(work);
  }
}

const LEFT_OUT = /^\.|^terraform\.d$|^node_modules$|\.tfstate(\.|$)/;

/** The plan must not contain the state of a remote backend. */
const LOCAL_STATE = { terraform: { backend: { local: {} } } };

export function copyHcl(out: string, folder: string): void {
  for (const name of fs.readdirSync(out).filter((one) => !LEFT_OUT.test(one))) {
    const [from, to] = [join(out, name), join(folder, name)];
    const found = fs.statSync(from, { throwIfNoEntry: false });
    // On Windows, a link to a file needs a privilege, but a junction does not. Other systems ignore the type.
    if (found?.isDirectory() === true) fs.symlinkSync(from, to, "junction");
    else if (found?.isFile() === true) fs.copyFileSync(from, to);
  }
  fs.writeFileSync(join(folder, "outreach_verify_override.tf.json"), JSON.stringify(LOCAL_STATE));
  placeProvider(findProviderPackage(), folder);
}

/** `work` is a new folder within the export, where Node.js finds the project's packages. */
export async function synthesizeExport(
  options: ExportOptions,
  rows: Rows,
  work: string,
  signal: AbortSignal,
): Promise<string> {
  const { out, stack, fork } = options;
  fs.mkdirSync(work);
  for (const name of fs.readdirSync(out)) {
    if (name === "prompts") fs.symlinkSync(resolve(out, name), join(work, name), "junction");
    else if (/\.[cm]?[jt]s$/.test(name)) fs.copyFileSync(join(out, name), join(work, name));
  }
  const objects = { clusters: rows.cluster.filter(isImported), snippets: rows.snippet.filter(isImported) };
  fs.writeFileSync(join(work, "objects.json"), JSON.stringify(objects));
  const main = `const { App, TerraformStack } = require("${fork}");
const { OutreachProvider } = require("cdktf-outreach${fork === "cdktn" ? "/cdktn" : ""}");
import("./${INDEX}").then(({ declareWorkspace }) => {
  const app = new App();
  const stack = new TerraformStack(app, ${JSON.stringify(stack)});
  new OutreachProvider(stack, "outreach");
  declareWorkspace(stack);
  app.synth();
});
`;
  fs.writeFileSync(join(work, "main.cjs"), main);
  const output = join(work, "cdktf.out");
  const args = [...typeScript(out), "main.cjs"];
  const environment = { ...process.env, CDKTF_OUTDIR: output };
  // Synth of thousands of objects takes a minute.
  const request = { folder: work, environment, signal, timeout: 600_000 };
  const { status, stderr, error } = await runProgram(process.execPath, args, request);
  if (status !== 0)
    throw new Error(`The exported code does not synthesize:\n${error?.message ?? stderr.trim()}`);
  return join(output, "stacks", stack);
}

/** Since version 22.18, Node.js itself runs TypeScript. */
function typeScript(out: string): string[] {
  if (findInstalled("tsx", out) !== undefined) return ["--import", "tsx"];
  const { typescript } = process.features as { typescript?: unknown };
  if (typescript !== undefined && typescript !== false) return [];
  throw new Error("--verify needs tsx in the project, or Node.js 22.18 or newer: npm install --save-dev tsx");
}

function report({ plan, diagnostics }: PlannedStack, addresses: readonly string[]): boolean {
  if (plan === null) {
    const errors = (diagnostics ?? []).filter(({ severity }) => severity === "error");
    const lines = errors.map(({ summary, detail }) => `${summary}: ${detail}`);
    process.stderr.write(`The plan of the code failed:\n${lines.join("\n")}\n`);
    return false;
  }
  const planned = new Map((plan.resource_changes ?? []).map(({ address, change }) => [address, change]));
  const changes = addresses.flatMap((address) => planned.get(address) ?? []);
  const imports = changes.filter(({ importing }) => importing !== undefined).length;
  const count = (action: string) => changes.filter(({ actions }) => actions.includes(action)).length;
  const problems = addresses.flatMap((address) => {
    const { actions, importing } = planned.get(address) ?? { actions: ["not in the plan"] };
    const isClean = actions.join() === "no-op" && importing !== undefined;
    return isClean ? [] : `  ${address}: ${actions.join(", ")}\n`;
  });
  process.stderr.write(
    `Verified with the engine: ${imports} to import, ${count("create")} to add, ${count("update")} to change, ` +
      `${count("delete")} to destroy.\n${problems.join("")}`,
  );
  return problems.length === 0;
}
