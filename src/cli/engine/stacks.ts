import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { isObject, parseJson } from "../../shared/json";
import { UsageError } from "../usage-error";

export interface Stack {
  readonly name: string;
  /** The folder in which the engine runs for this stack. */
  readonly folder: string;
  /** Names of the stacks that this stack reads from, or that the app declares as its dependencies. */
  readonly dependencies: readonly string[];
}

/** Returns all synthesized stacks, or the named ones. Throws if a stack or a stack's folder is missing. */
export function findStacks(output = synthesizedFolder(), names: readonly string[] = []): Stack[] {
  const file = join(output, "manifest.json");
  if (!existsSync(file))
    throw new Error(
      `${file} is missing. Run cdktf synth first, or name the folder it wrote with --cdktf-out.`,
    );
  const found = Object.values(readManifest(file)).map(({ name, workingDirectory, dependencies = [] }) => ({
    name,
    folder: join(output, workingDirectory),
    dependencies,
  }));
  if (found.length === 0)
    throw new Error(`${file} names no stack. Declare a stack in the app, then run cdktf synth again.`);
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

/** Returns the stacks of a project; an empty list before the first synth. Throws if a folder is missing. */
export function synthesizedStacks(folder = ""): Stack[] {
  const output = synthesizedFolder(folder);
  return existsSync(join(output, "manifest.json")) ? findStacks(output) : [];
}

/** Returns the folder that synth writes. An app that runs without cdktf-cli takes it from CDKTF_OUTDIR. */
function synthesizedFolder(folder = ""): string {
  const { CDKTF_OUTDIR, CDKTF_OUTPUT } = process.env;
  const output = CDKTF_OUTDIR || CDKTF_OUTPUT || configuredOutput(join(folder, "cdktf.json")) || "cdktf.out";
  return isAbsolute(output) ? output : join(folder, output);
}

function configuredOutput(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const read = parseJson(readFileSync(file, "utf8"));
  if (isObject(read?.value)) return read.value.output as string | undefined;
  throw new Error(
    "cdktf.json is not JSON. Correct it, or name the folder that synth wrote with --cdktf-out.",
  );
}

interface Manifest {
  readonly stacks?: Readonly<
    Record<string, { name: string; workingDirectory: string; dependencies?: readonly string[] }>
  >;
}

function readManifest(file: string): NonNullable<Manifest["stacks"]> {
  const read = parseJson(readFileSync(file, "utf8"));
  if (isObject(read?.value)) return (read.value as Manifest).stacks ?? {};
  throw new Error(`${file} is not what cdktf synth writes. Run cdktf synth again.`);
}
