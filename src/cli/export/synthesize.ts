import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExportOptions } from "./options";

/**
 * Synthesizes the exported code into one stack with nothing else, and returns the stack's folder. It works in a
 * temporary folder within the export, where Node finds the project's packages.
 * @throws Error with what Node printed where the code, or a package that it needs, does not load.
 */
export function synthesizeExport(options: ExportOptions): { folder: string; remove: () => void } {
  const work = mkdtempSync(join(options.out, ".verify-"));
  const remove = () => rmSync(work, { recursive: true, force: true });
  try {
    for (const name of readdirSync(options.out)) {
      if (name === "prompts") symlinkSync(join(options.out, name), join(work, name));
      else if (name.endsWith(`.${options.language}`)) {
        writeFileSync(join(work, name), readFileSync(join(options.out, name)));
      }
    }
    writeFileSync(join(work, "main.cjs"), mainScript(options));
    const output = join(work, "cdktf.out");
    const { status, stderr } = spawnSync(process.execPath, ["main.cjs"], {
      cwd: work,
      env: { ...process.env, CDKTF_OUTDIR: output },
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`The exported code does not synthesize:\n${stderr.trim()}`);
    return { folder: join(output, "stacks", options.stack), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Rows without an import id are of objects that a state holds: they would be created here. */
function mainScript({ fork, language, isModule, stack }: ExportOptions): string {
  const compile = `
  const ts = require("typescript");
  const { readdirSync, readFileSync, writeFileSync } = require("node:fs");
  const compilerOptions = { target: "es2022", module: ${isModule ? '"esnext"' : '"commonjs"'} };
  for (const name of readdirSync(__dirname).filter((file) => file.endsWith(".ts"))) {
    const { outputText } = ts.transpileModule(readFileSync(name, "utf8"), { compilerOptions });
    writeFileSync(name.replace(/ts$/, "js"), outputText);
  }`;
  return `const { App, TerraformStack } = require("${fork}");
const { OutreachProvider } = require("cdktf-outreach${fork === "cdktn" ? "/cdktn" : ""}");
async function main() {${language === "ts" ? compile : ""}
  const { clusters, snippets } = await import("./objects.js");
  for (const table of [clusters, snippets]) {
    table.splice(0, table.length, ...table.filter(({ objectId }) => objectId !== undefined));
  }
  const app = new App();
  const stack = new TerraformStack(app, ${JSON.stringify(stack)});
  new OutreachProvider(stack, "outreach");
  const { declareWorkspace } = await import("./index.js");
  declareWorkspace(stack);
  app.synth();
}
main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
`;
}
