import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { findEngine } from "../../estate/engine/find-engine";
import { type ProgramOutcome, runProgram } from "../../estate/engine/run-program";
import { synthesizedStacks } from "../../estate/engine/stacks";
import { configurationFiles } from "../../estate/hcl/configuration";
import { findProviderPackage, type ProviderPackage } from "../../placing/provider-package";
import { messageOf } from "../../util/message-of";

export interface Finding {
  readonly status: "ok" | "warning" | "error";
  /** Findings with equal texts are reported as one. */
  readonly text: string;
  /** The next step; undefined if the status is ok or the text contains the step. */
  readonly cure?: string | undefined;
  readonly about?: string;
}

export const ok = (text: string): Finding => ({ status: "ok", text });
export const warning = (text: string, cure: string): Finding => ({ status: "warning", text, cure });
export const error = (text: string, cure: string): Finding => ({ status: "error", text, cure });

/** The failure's message names the file or program that could not be checked. */
export function failed(failure: unknown): Finding {
  return { status: "error", text: messageOf(failure).replaceAll(/\s*\n\s*/g, " ") };
}

export interface Place {
  /** The path of the stack's folder, relative to the project. */
  readonly name: string;
  readonly folder: string;
}

export interface Engine {
  readonly program: string;
  readonly version: string;
  /** The engine's platform, such as `linux_amd64`. If the engine prints none, the platform of Node.js. */
  readonly platform: string;
}

export interface Needed {
  readonly provider: ProviderPackage;
  readonly engine: Engine;
  readonly places: readonly Place[];
}

export interface DoctorContext extends Needed {
  readonly environment: NodeJS.ProcessEnv;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly node: ProgramOutcome;
}

/** An Error stands for a fact that could not be found out. */
export type Facts = Omit<DoctorContext, keyof Needed> & { readonly [K in keyof Needed]: Needed[K] | Error };

export async function factsOf(
  folder: string,
  signal: AbortSignal,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Facts> {
  // The provider's launcher unsets NODE_OPTIONS.
  const plain = { ...environment, NODE_OPTIONS: undefined };
  const [node, engine, provider, places] = await Promise.all([
    runProgram("node", ["--version"], { environment: plain, signal }),
    orError(() => engineOf(environment, signal)),
    orError(findProviderPackage),
    orError(() => placesOf(folder)),
  ]);
  signal.throwIfAborted();
  return { environment, folder, signal, provider, node, engine, places };
}

async function orError<T>(find: () => T | Promise<T>): Promise<T | Error> {
  try {
    return await find();
  } catch (failure) {
    return failure as Error;
  }
}

async function engineOf(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Engine> {
  const { program, printed } = await findEngine(signal, environment);
  const [version] = /^(?:Terraform|OpenTofu) v\d[\w.-]*/m.exec(printed) ?? [];
  if (version === undefined)
    throw new Error(`${program} version does not print a version of Terraform or OpenTofu.`);
  const own = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
  return { program, version, platform: /^on (\w+)/m.exec(printed)?.[1] ?? own };
}

function placesOf(folder: string): Place[] {
  const isPlain = existsSync(join(folder, "terraform.d")) || configurationFiles(folder).length > 0;
  const stacks = synthesizedStacks(folder).map((stack) => {
    return { name: relative(folder, stack.folder), folder: stack.folder };
  });
  return isPlain ? [{ name: "the project folder", folder }, ...stacks] : stacks;
}

/** If a place cannot be checked, the failure becomes a finding. */
export function findingsIn(
  places: readonly Place[],
  examine: (place: Place) => readonly Finding[],
): Finding[] {
  return places.flatMap((place): Finding[] => {
    try {
      return examine(place).map((finding) => ({ about: place.name, ...finding }));
    } catch (failure) {
      return [failed(failure)];
    }
  });
}
