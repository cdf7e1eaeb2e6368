import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { findEngine } from "../../estate/engine/find-engine";
import { type ProgramOutcome, runProgram } from "../../estate/engine/run-program";
import { synthesizedStacks } from "../../estate/engine/stacks";
import { configurationFiles } from "../../estate/hcl/configuration";
import { findProviderPackage, type ProviderPackage } from "../../placing/provider-package";
import { groupBy } from "../../util/lists";
import { messageOf } from "../../util/message-of";

/** The result of a check. It contains no credential. */
export interface Finding {
  readonly status: "ok" | "warning" | "error";
  readonly text: string;
  /** What to do; absent if the status is ok, or if the text says it. */
  readonly cure?: string;
  /** The name in the report. Default: the name of the check. */
  readonly check?: string;
}

export const ok = (text: string): Finding => ({ status: "ok", text });
export const warning = (text: string, cure: string): Finding => ({ status: "warning", text, cure });
export const error = (text: string, cure: string): Finding => ({ status: "error", text, cure });

/** Returns the finding for something that could not be examined. The message names the file or program. */
export function failed(failure: unknown): Finding {
  return { status: "error", text: messageOf(failure).replaceAll(/\s*\n\s*/g, " ") };
}

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
  readonly node: ProgramOutcome;
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
  } catch (failure) {
    return failure instanceof Error ? failure : new Error(messageOf(failure), { cause: failure });
  }
}

async function engineOf(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Engine | Error> {
  try {
    const { program, printed } = await findEngine(signal, environment);
    const [version] = /^(?:Terraform|OpenTofu) v\d[\w.-]*/m.exec(printed) ?? [];
    if (version === undefined)
      return new Error(`${program} version does not print a version of Terraform or OpenTofu.`);
    return { program, version, platform: /^on (\w+)/m.exec(printed)?.[1] };
  } catch (failure) {
    signal.throwIfAborted();
    return failure as Error;
  }
}

function placesOf(folder: string): Place[] {
  const isPlain = existsSync(join(folder, "terraform.d")) || configurationFiles(folder).length > 0;
  const stacks = synthesizedStacks(folder).map((stack) => {
    return { name: relative(folder, stack.folder), folder: stack.folder, isStack: true };
  });
  return isPlain ? [{ name: "the project folder", folder, isStack: false }, ...stacks] : stacks;
}

/** In the text of a finding: the names of all that have this finding. */
export const NAMES = "{names}";
const MAX_NAMES = 5;

/** Examines each place. If a place cannot be examined, that is an error. */
export function findingsIn(
  places: readonly Place[],
  examine: (place: Place) => readonly Finding[],
): Finding[] {
  return joined(
    places.flatMap((place) => {
      const findings = orError(() => examine(place));
      const found = findings instanceof Error ? [failed(findings)] : findings;
      return found.map((finding) => [place.name, finding] as const);
    }),
  );
}

/** Returns each finding once, with the names of all that have it in place of `NAMES`. */
export function joined(found: readonly (readonly [name: string, finding: Finding])[]): Finding[] {
  const groups = groupBy(found, ([, { status, text, cure }]) => [status, text, cure].join("\n"));
  return [...groups.values()].map((group) => {
    const [[, finding]] = group;
    const names = group.map(([name]) => name);
    const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
    const shown = names.slice(0, MAX_NAMES).join(", ") + more;
    return { ...finding, text: finding.text.replace(NAMES, () => shown) };
  });
}
