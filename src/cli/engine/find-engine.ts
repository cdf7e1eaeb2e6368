import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { withoutLog } from "./run-engine";

/** The program that plans: what TERRAFORM_BINARY_NAME names, as with cdktf-cli; else terraform, else tofu. */
export function findEngine(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment["TERRAFORM_BINARY_NAME"] ?? "";
  // A path may be relative, and the engine runs in other folders.
  const wanted = named.includes("/") ? resolve(named) : named;
  const failures: string[] = [];
  for (const engine of wanted === "" ? ["terraform", "tofu"] : [wanted]) {
    const asked = askVersion(engine, environment);
    if (asked.status === 0) return engine;
    if (!isMissing(asked.error)) failures.push(failureOf(engine, asked));
  }
  const said = failures.map((failure) => `\n${failure}`).join("");
  if (wanted !== "")
    throw new Error(`TERRAFORM_BINARY_NAME names ${JSON.stringify(named)}, which does not run.${said}`);
  throw new Error(
    failures.length > 0
      ? `No engine on PATH runs. Repair it, or name another program in TERRAFORM_BINARY_NAME.${said}`
      : "Neither terraform nor tofu is on PATH: install Terraform (https://developer.hashicorp.com/terraform/install) " +
          "or OpenTofu (https://opentofu.org/docs/intro/install), or name the program in TERRAFORM_BINARY_NAME.",
  );
}

function askVersion(engine: string, environment: NodeJS.ProcessEnv) {
  return spawnSync(engine, ["version"], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    // The log holds arguments of TF_CLI_ARGS.
    env: withoutLog(environment),
  });
}

function isMissing(error: Error | undefined): boolean {
  return error !== undefined && "code" in error && error.code === "ENOENT";
}

/** Why a program does not run that is there: the stand-in of a version manager, for one, fails where no version is chosen. */
function failureOf(engine: string, { status, error, stderr }: ReturnType<typeof askVersion>): string {
  if (error !== undefined) return error.message;
  const said = quotation(stderr);
  return [
    `${engine} version ended with status ${status ?? "none"}${said.length > 0 ? ":" : "."}`,
    ...said,
  ].join("\n");
}

/** Terraform breaks errors into lines of 78 characters, and says only in the eighth why a provider does not start. */
const MOST_LINES = 8;

/** The first lines of what an engine printed, counted from the line that holds `start`, if there is one. */
export function quotation(output: string, start = ""): string[] {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const first = Math.max(
    0,
    lines.findIndex((line) => line.includes(start)),
  );
  return lines.slice(first, first + MOST_LINES).map((line) => `  ${line}`);
}
