import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { findProviderPackage, type ProviderPackage } from "../../placing";
import { messageOf } from "../../util/message-of";
import { engineCandidates, noEngine } from "../../estate/engine/find-engine";
import { withoutLog } from "../../estate/engine/run-engine";
import { synthesizedStacks } from "../../estate/engine/stacks";
import type { Finding } from "./finding";
import { configurationFiles } from "../../estate/hcl/configuration-files";
import { type ProgramRun, runProgram } from "./run-program";

/** Checks one part of the machine or the project. If it throws, doctor reports the message as an error. `earlier` has the findings of the checks before it. */
export type Check = (
  context: DoctorContext,
  earlier: readonly Finding[],
) => readonly Finding[] | Promise<readonly Finding[]>;

/** A folder in which the engine runs. */
export interface Place {
  /** The name in findings: the path of a stack, relative to the project. */
  readonly name: string;
  readonly folder: string;
  readonly isStack: boolean;
}

export interface Engine {
  readonly program: string;
  /** As it prints it, such as `Terraform v1.5.7`. */
  readonly version: string;
  /** In Terraform's words, such as `linux_amd64`; undefined if the engine does not print it. */
  readonly platform: string | undefined;
}

/** The input of every check. What could not be found out is an Error, which one check reports. */
export interface DoctorContext {
  readonly environment: NodeJS.ProcessEnv;
  /** The folder of the project, with cdktf.json or the `.tf` files. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly provider: ProviderPackage | Error;
  /** What `node --version` did. */
  readonly node: ProgramRun;
  readonly engine: Engine | Error;
  /** The folders of all stacks, and the folder of the project if it is one for plain HCL. */
  readonly places: readonly Place[] | Error;
}

/** Finds out what several checks need. Rejects only after the signal was aborted. */
export async function contextOf(
  folder: string,
  signal: AbortSignal,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<DoctorContext> {
  // The launcher of the provider unsets NODE_OPTIONS.
  const plain = { ...environment, NODE_OPTIONS: undefined };
  const [node, engine] = await Promise.all([
    runProgram("node", ["--version"], { environment: plain, signal }),
    engineOf(environment, signal),
  ]);
  const provider = orError(findProviderPackage);
  const places = orError(() => placesOf(folder));
  return { environment, folder, signal, provider, node, engine, places };
}

function orError<T>(find: () => T): T | Error {
  try {
    return find();
  } catch (error) {
    return error instanceof Error ? error : new Error(messageOf(error), { cause: error });
  }
}

/** Returns the first engine that runs, as `findEngine` does. */
async function engineOf(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Engine | Error> {
  const runs: [engine: string, run: ProgramRun][] = [];
  for (const engine of engineCandidates(environment)) {
    const run = await runProgram(engine, ["version"], { environment: withoutLog(environment), signal });
    if (run.status !== 0) {
      runs.push([engine, run]);
      continue;
    }
    const [version] = /^(?:Terraform|OpenTofu) v\d[\w.-]*/m.exec(run.stdout) ?? [];
    if (version === undefined)
      return new Error(`${engine} version does not print a version of Terraform or OpenTofu.`);
    return { program: engine, version, platform: /^on (\w+)/m.exec(run.stdout)?.[1] };
  }
  return noEngine(environment, runs);
}

function placesOf(folder: string): Place[] {
  const isPlain = existsSync(join(folder, "terraform.d")) || configurationFiles(folder).length > 0;
  const stacks = synthesizedStacks(folder).map((stack) => ({
    name: relative(folder, stack.folder),
    folder: stack.folder,
    isStack: true,
  }));
  return isPlain ? [{ name: "the project folder", folder, isStack: false }, ...stacks] : stacks;
}
