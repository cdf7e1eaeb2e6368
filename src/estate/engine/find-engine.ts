import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { basename, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { withoutLog } from "./run-engine";

type VersionRun = Pick<SpawnSyncReturns<string>, "status" | "error" | "stderr">;

/** A version manager may install an engine before it runs it, but does not take longer than this. */
export const VERSION_TIMEOUT_MS = 60_000;

/** Returns the program that TERRAFORM_BINARY_NAME names, else terraform, else tofu. Throws if none runs. */
export function findEngine(environment = process.env, timeout = VERSION_TIMEOUT_MS): string {
  const runs: [engine: string, run: VersionRun][] = [];
  for (const engine of engineCandidates(environment)) {
    const run = spawnSync(engine, ["version"], {
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
      timeout,
      killSignal: "SIGKILL",
      // The log shows the arguments of TF_CLI_ARGS, which can hold secrets.
      env: withoutLog(environment),
    });
    if (run.status === 0) return engine;
    runs.push([engine, run]);
  }
  throw noEngine(environment, runs);
}

export function engineCandidates(environment: NodeJS.ProcessEnv): string[] {
  const named = environment["TERRAFORM_BINARY_NAME"] ?? "";
  if (named === "") return ["terraform", "tofu"];
  // The engine runs in other folders, so a relative path must be resolved here.
  return [basename(named) === named ? named : resolve(named)];
}

export function noEngine(
  environment: NodeJS.ProcessEnv,
  runs: readonly (readonly [engine: string, run: VersionRun])[],
): Error {
  const broken = runs.filter(
    ([, { error }]) => (error as NodeJS.ErrnoException | undefined)?.code !== "ENOENT",
  );
  const reasons = broken.map((run) => `\n${failureOf(...run)}`).join("");
  const named = environment["TERRAFORM_BINARY_NAME"] ?? "";
  if (named !== "")
    return new Error(
      `TERRAFORM_BINARY_NAME names ${JSON.stringify(named)}, which does not run. Correct the variable or unset it.${reasons}`,
    );
  return new Error(
    reasons !== ""
      ? `No engine on PATH runs. Repair one, or name another program in TERRAFORM_BINARY_NAME.${reasons}`
      : "Neither terraform nor tofu is on PATH: install Terraform (https://developer.hashicorp.com/terraform/install) " +
          "or OpenTofu (https://opentofu.org/docs/intro/install), or name the program in TERRAFORM_BINARY_NAME.",
  );
}

/** Returns why a program fails. For example, a version manager's shim fails until a version is chosen. */
function failureOf(engine: string, { status, error, stderr }: VersionRun): string {
  const { code = "" } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === "ETIMEDOUT") return `${engine} version does not end.`;
  if (code === "ENOBUFS") return `${engine} version prints more than 1 MiB.`;
  if (error !== undefined) return error.message;
  const lines = quotation(stderr);
  const heading = `${engine} version ended with status ${status ?? "none"}${lines.length > 0 ? ":" : "."}`;
  return [heading, ...lines].join("\n");
}

/** Terraform wraps errors at 78 characters, and says on the eighth line why a provider does not start. */
const MAX_LINES = 8;

/** Returns up to eight lines, indented: from the line that contains `start`, or else from the first line. */
export function quotation(output: string, start = ""): string[] {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const found = lines.findIndex((line) => line.includes(start));
  const first = Math.max(found, 0);
  return lines.slice(first, first + MAX_LINES).map((line) => `  ${line}`);
}
