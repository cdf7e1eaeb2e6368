import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ExportOptions } from "../../../src/commands/export/options";
import { copyHcl, synthesizeExport } from "../../../src/commands/export/verify";

import { isRunning } from "../../../src/util/process";

let out: string;
beforeEach(() => (out = mkdtempSync(join(tmpdir(), "cdktf-outreach-verified-"))));
afterEach(() => rmSync(out, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(out, file), text);

it("the folder in which HCL is verified has copies of files, links to folders, and no state", () => {
  const folder = join(out, "copied");
  for (const name of ["copied", "hcl/prompts"]) mkdirSync(join(out, name), { recursive: true });
  for (const file of ["main.tf", "prompts/a.md", "terraform.tfstate", ".terraform.lock.hcl"])
    write(`hcl/${file}`, file);
  symlinkSync(join(out, "hcl/main.tf"), join(out, "hcl/linked.tf"));
  symlinkSync(join(out, "missing"), join(out, "hcl/dangling"));
  copyHcl(join(out, "hcl"), folder);
  const names = readdirSync(folder);
  const own = ["linked.tf", "main.tf", "outreach_verify_override.tf.json", "prompts"];
  expect(names.filter((name) => !/^\.|^terraform\.d$/.test(name)).sort()).toEqual(own);
  expect(names.filter((name) => lstatSync(join(folder, name)).isSymbolicLink())).toEqual(["prompts"]);
  expect(readFileSync(join(folder, "linked.tf"), "utf8")).toBe("main.tf");
  expect(readFileSync(join(folder, "prompts/a.md"), "utf8")).toBe("prompts/a.md");
});

it("an aborted verification of CDKTF code ends with the reason, and without its process", async () => {
  const packages = { cdktf: "App = exports.TerraformStack", "cdktf-outreach": "OutreachProvider" };
  for (const [name, exported] of Object.entries(packages)) {
    mkdirSync(join(out, "node_modules", name), { recursive: true });
    write(`node_modules/${name}/index.js`, `exports.${exported} = class { synth() {} };`);
  }
  const started = join(out, "started.txt");
  symlinkSync(resolve("node_modules/tsx"), join(out, "node_modules/tsx"));
  write(
    "index.ts",
    `const { renameSync, writeFileSync } = require("node:fs");
exports.declareWorkspace = () => {
  writeFileSync("pid", String(process.pid));
  renameSync("pid", ${JSON.stringify(started)});
  for (;;);
};`,
  );
  const options = { out, fork: "cdktf", stack: "outreach" };
  const controller = new AbortController();
  const rows = { cluster: [], snippet: [] };
  const watcher = watch(out);
  const work = join(out, "work");
  const verified = synthesizeExport(options as unknown as ExportOptions, rows, work, controller.signal);
  const reason = new Error("Interrupted by SIGTERM.");
  try {
    for (;;) if (((await once(watcher, "change")) as string[])[1] === "started.txt") break;
    controller.abort(reason);
    await expect(verified).rejects.toBe(reason);
  } finally {
    watcher.close();
  }
  expect(isRunning(Number(readFileSync(started, "utf8")))).toBe(false);
});
