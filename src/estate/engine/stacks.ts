import { existsSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { isObject, isText } from "../../util/json";
import { readJsonFile } from "../../util/files/read-file";
import { UsageError } from "../../util/usage-error";
import { configurationFiles } from "../hcl/configuration";

export interface Stack {
  readonly name: string;
  readonly folder: string;
  readonly dependencies: readonly string[];
  /** True if a user wrote the configuration in the folder, false if synth wrote it. Default: false. */
  readonly isPlain?: boolean;
}

/** The stack's name is the folder's path from the working directory. */
export function plainStack(folder: string): Stack {
  const path = relative("", folder) || ".";
  return { name: path.split(sep).join("/"), folder: path, dependencies: [], isPlain: true };
}

/** @throws Error if a stack or a stack's folder is missing */
export function findStacks(output = synthesizedFolder(), names: readonly string[] = []): Stack[] {
  const file = join(output, "manifest.json");
  const found = existsSync(file) ? stacksIn(file, output) : undefined;
  if (found === undefined || found.length === 0)
    throw new Error(
      `${file} ${found === undefined ? "is missing" : "names no stack"}. Run cdktf synth first, or name the folder it ` +
        "wrote with --cdktf-out.",
    );
  const missing = names.filter((name) => !found.some((stack) => stack.name === name));
  if (missing.length > 0) {
    const known = found.map(({ name }) => name).join(", ");
    throw new UsageError(`${output} has no stack ${missing.join(", ")}. It has ${known}.`);
  }
  const wanted = names.length === 0 ? found : found.filter(({ name }) => names.includes(name));
  const lost = wanted.find(({ folder }) => !existsSync(folder));
  if (lost !== undefined)
    throw new Error(
      `${lost.folder}, the folder of the stack ${lost.name}, is missing. Run cdktf synth again.`,
    );
  return wanted;
}

export function synthesizedStacks(folder = ""): Stack[] {
  const output = synthesizedFolder(folder);
  return existsSync(join(output, "manifest.json")) ? findStacks(output) : [];
}

/**
 * Returns the synthesized stacks. Without any stack, returns the working directory if the directory has `.tf`
 * files.
 */
export function configurations(cdktfOut: string | undefined): Stack[] {
  if (cdktfOut !== undefined) return findStacks(cdktfOut);
  const stacks = synthesizedStacks();
  if (stacks.length > 0 || existsSync("cdktf.json")) return stacks;
  return configurationFiles(".").length > 0 ? [plainStack(".")] : [];
}

/** An app that runs without cdktf-cli reads CDKTF_OUTDIR. */
export function synthesizedFolder(folder = ""): string {
  const { CDKTF_OUTDIR, CDKTF_OUTPUT } = process.env;
  const output = CDKTF_OUTDIR || CDKTF_OUTPUT || projectSettings(folder).output || "cdktf.out";
  return isAbsolute(output) ? output : join(folder, output);
}

const MALFORMED =
  "is not what cdktf reads. Correct it, or name the folder that synth wrote with --cdktf-out.";

export function projectSettings(folder = "") {
  const file = join(folder, "cdktf.json");
  const settings = existsSync(file) ? readJsonFile(file, MALFORMED) : {};
  const { output = "", app, context = {}, targetVersions } = settings;
  if (typeof output !== "string") throw new Error(`${file} ${MALFORMED}`);
  // The cdktn command also passes the versions of the engine to the app as context.
  return {
    output,
    app,
    context: { ...(context as object), ...(targetVersions !== undefined && { targetVersions }) },
  };
}

function stacksIn(manifest: string, output: string): Stack[] {
  const problem = "is not what cdktf synth writes. Run cdktf synth again.";
  const stacks = readJsonFile(manifest, problem)["stacks"] ?? {};
  return (isObject(stacks) ? Object.values(stacks) : [stacks]).map((stack) => {
    const { name, workingDirectory, dependencies = [] } = isObject(stack) ? stack : {};
    if (isText(name) && isText(workingDirectory))
      return { name, folder: join(output, workingDirectory), dependencies: dependencies as string[] };
    throw new Error(`${manifest} ${problem}`);
  });
}
