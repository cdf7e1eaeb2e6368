import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { findInstalled } from "../../placing";
import { readJsonFile } from "../../util/files/read-file";
import type { DoctorContext } from "./context";
import { error, type Finding, ok } from "./finding";
import { runProgram } from "./run-program";

/** Prints the first syntax error of a file in TypeScript, with a compiler of the project: TypeScript, or esbuild. */
const PARSE = `
const [file, folder] = process.argv.slice(1);
const text = require("node:fs").readFileSync(file, "utf8");
const compiler = require(folder);
const fail = (line, message) => { console.error("line " + line + ": " + message); process.exit(1); };
if (compiler.transpileModule === undefined) {
  try { compiler.transformSync(text, { loader: "tsx", logLevel: "silent" }); }
  catch ({ errors: [{ location, text: message }] }) { fail(location.line, message); }
} else {
  const { diagnostics: [first] } = compiler.transpileModule(text, { fileName: file, reportDiagnostics: true });
  if (first) fail(first.file.getLineAndCharacterOfPosition(first.start).line + 1, String(first.messageText));
}`;

/** Checks the file that `app` of cdktf.json runs: synth fails if it is missing, or if it has a syntax error. */
export async function checkApp(context: DoctorContext): Promise<Finding[]> {
  const { folder, node } = context;
  const settings = join(folder, "cdktf.json");
  if (!existsSync(settings)) return [];
  const { app } = readJsonFile(settings, "is not an object of JSON. Correct it.");
  const file = typeof app === "string" ? sourceOf(app) : undefined;
  if (file === undefined) return [];
  if (!existsSync(resolve(folder, file))) {
    const cure = "Correct app in cdktf.json, or restore the file.";
    return [error(`cdktf.json runs ${file}, which does not exist.`, cure)];
  }
  // Another check reports that there is no node.
  const parse = node.status === 0 ? parserOf(file, context) : undefined;
  if (parse === undefined) return [];
  const { environment, signal } = context;
  const { status, stderr } = await runProgram("node", parse, { environment, signal, folder });
  if (status === 0) return [ok(`${file} has no syntax error.`)];
  const line = /^(?:line |.*:)(\d+)/.exec(stderr)?.[1];
  const reason = /^(?:line \d+|SyntaxError): (.*?)\.?$/m.exec(stderr)?.[1];
  // Without a reason, the compiler itself has failed, which says nothing about the file.
  if (line === undefined || reason === undefined) return [];
  return [error(`${file} has a syntax error in line ${line}: ${reason}.`, "Correct it, then run synth.")];
}

/** Returns the file that a command runs; undefined for a command of a shell, another language or a script. */
function sourceOf(command: string): string | undefined {
  if (/[;&|<>$`"'\\]/.test(command)) return undefined;
  return command.split(/\s+/).findLast((word) => /^[^-].*\.[cm]?[jt]sx?$/.test(word));
}

/** Returns the arguments with which Node.js parses a file; undefined if the project has no compiler. */
function parserOf(file: string, { folder, environment }: DoctorContext): string[] | undefined {
  if (/\.[cm]?js$/.test(file)) return ["--check", file];
  const installed = (name: string, place = folder) => findInstalled(name, place, environment);
  const typescript = installed("typescript");
  // From version 7 on, TypeScript has no such function.
  const compiler =
    typescript !== undefined && Number.parseInt(typescript.version) < 7
      ? typescript
      : (installed("esbuild") ?? installed("esbuild", installed("tsx")?.folder));
  return compiler && ["-e", PARSE, file, compiler.folder];
}
