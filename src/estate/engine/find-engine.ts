import { basename, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { runProgram, withoutLog } from "./run-program";

/**
 * Finds the engine that TERRAFORM_BINARY_NAME names, else terraform, else tofu. `printed` is the output of
 * `ENGINE version`.
 */
export async function findEngine(
  signal: AbortSignal,
  environment: NodeJS.ProcessEnv = process.env,
  timeout?: number,
) {
  const named = environment["TERRAFORM_BINARY_NAME"] ?? "";
  // The engine runs in other folders, so a relative path is resolved.
  const program = basename(named) === named ? named : resolve(named);
  const reasons: string[] = [];
  for (const engine of named === "" ? ["terraform", "tofu"] : [program]) {
    const request = { signal, environment: withoutLog(environment), timeout };
    const run = await runProgram(engine, ["version"], request);
    if (run.status === 0) return { program: engine, printed: run.stdout };
    if ((run.error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") continue;
    // For example, the shim of a version manager fails until a version is chosen.
    const ended = `${engine} version ended with status ${run.status ?? "none"}.`;
    reasons.push(run.error?.message ?? [ended, ...quotation(run.stderr)].join("\n"));
  }
  const problem =
    named !== ""
      ? `TERRAFORM_BINARY_NAME names ${JSON.stringify(named)}, which does not run. Correct the variable or unset it.`
      : reasons.length > 0
        ? "No engine on PATH runs. Repair one, or name another program in TERRAFORM_BINARY_NAME."
        : "Neither terraform nor tofu is on PATH: install Terraform (https://developer.hashicorp.com/terraform/install) " +
          "or OpenTofu (https://opentofu.org/docs/intro/install), or name the program in TERRAFORM_BINARY_NAME.";
  throw new Error([problem, ...reasons].join("\n"));
}

/**
 * Terraform wraps errors at 78 characters, and the reason why a provider does not start is on the eighth
 * line.
 */
const MAX_LINES = 8;

export function quotation(output: string, start = ""): string[] {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const first = lines.findIndex((line) => line.includes(start));
  return lines
    .slice(Math.max(first, 0))
    .slice(0, MAX_LINES)
    .map((line) => `  ${line}`);
}
