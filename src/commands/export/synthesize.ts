import { execFile, type ExecFileOptions } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryPath } from "../../util/files/temporary-file";
import { isImported } from "./format";
import type { Rows } from "./objects-file";
import type { ExportOptions } from "./options";

/**
 * Synthesizes the rows that import an object into one stack, with the exported code. This happens in a folder
 * within the export, where Node finds the project's packages. A later export removes it after a kill.
 * @throws the reason of the signal after an abort, and Error with the output of Node if the code, or a package
 * that it needs, does not load.
 */
export async function synthesizeExport(options: ExportOptions, rows: Rows, signal: AbortSignal) {
  const work = temporaryPath(options.out);
  const remove = () => rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  try {
    for (const name of readdirSync(options.out)) {
      // On Windows, a junction needs no privilege. Other systems ignore the type.
      if (name === "prompts") symlinkSync(resolve(options.out, name), join(work, name), "junction");
      else if (name.endsWith(`.${options.language}`)) copyFileSync(join(options.out, name), join(work, name));
    }
    const objects = { clusters: rows.cluster.filter(isImported), snippets: rows.snippet.filter(isImported) };
    writeFileSync(join(work, "objects.json"), JSON.stringify(objects));
    writeFileSync(join(work, "main.cjs"), mainScript(options));
    const output = join(work, "cdktf.out");
    await run("main.cjs", { cwd: work, env: { ...process.env, CDKTF_OUTDIR: output }, signal });
    return { folder: join(output, "stacks", options.stack), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

type Run = Pick<ExecFileOptions, "cwd" | "env"> & { readonly signal: AbortSignal };

/** Runs a script, and waits for its end after an abort, too: until then, it may write into the folder. */
function run(script: string, { signal, ...options }: Run): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [script], options, (error, _, stderr) => {
      signal.removeEventListener("abort", kill);
      if (signal.aborted) reject(signal.reason as Error);
      else if (error === null) resolve();
      else reject(new Error(`The exported code does not synthesize:\n${String(stderr).trim()}`));
    });
    const kill = () => child.kill("SIGKILL");
    signal.addEventListener("abort", kill);
  });
}

/** A script that finds a compiler in the project: TypeScript below 7, which has an API, or tsx's esbuild. */
function compilerScript(isModule: boolean): string {
  return `function compiler() {
  try {
    const ts = require("typescript");
    const compilerOptions = { target: "es2022", module: "${isModule ? "esnext" : "commonjs"}" };
    if (ts.transpileModule) return (text) => ts.transpileModule(text, { compilerOptions }).outputText;
  } catch {}
  let tsx;
  try {
    tsx = require.resolve("tsx");
  } catch {
    throw new Error("--verify needs tsx, or TypeScript below 7, in the project: npm install --save-dev tsx");
  }
  const esbuild = require("node:module").createRequire(tsx)("esbuild");
  const options = { loader: "ts", format: "${isModule ? "esm" : "cjs"}", platform: "node", target: "es2022" };
  return (text) => esbuild.transformSync(text, options).code;
}
`;
}

function mainScript({ fork, language, isModule, stack }: ExportOptions): string {
  const compile = `
  const { readdirSync, readFileSync, writeFileSync } = require("node:fs");
  const toJavaScript = compiler();
  for (const name of readdirSync(__dirname).filter((file) => file.endsWith(".ts"))) {
    writeFileSync(name.replace(/ts$/, "js"), toJavaScript(readFileSync(name, "utf8")));
  }`;
  return `${language === "ts" ? compilerScript(isModule) : ""}const { App, TerraformStack } = require("${fork}");
const { OutreachProvider } = require("cdktf-outreach${fork === "cdktn" ? "/cdktn" : ""}");
async function main() {${language === "ts" ? compile : ""}
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
