import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

export interface EngineOutcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

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

interface EngineRun {
  readonly folder: string;
  /** Each abort interrupts the engine: the first ends it in order, the second at once. */
  readonly signal: AbortSignal;
}

/** Runs the engine to its end, whatever its status. */
export function runEngine(
  engine: string,
  args: readonly string[],
  { folder, signal }: EngineRun,
): Promise<EngineOutcome> {
  signal.throwIfAborted();
  const child = spawn(engine, [...args], {
    cwd: folder,
    env: engineEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own: Ctrl-C would reach it twice, and a second interrupt means to drop everything.
    detached: true,
  });
  const interrupt = () => child.kill("SIGINT");
  signal.addEventListener("abort", interrupt);
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    child.on("error", (error) => {
      signal.removeEventListener("abort", interrupt);
      reject(notStarted(engine, error));
    });
    // Where there is no file left to open, Node gives a child without them.
    const { stdout: output, stderr: errors } = child as Partial<typeof child>;
    output?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    errors?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("close", (status) => {
      signal.removeEventListener("abort", interrupt);
      resolve({ status, stdout, stderr });
    });
  });
}

function notStarted(engine: string, cause: Error): Error {
  return new Error(
    `${engine} cannot be started: ${cause.message}. Where the system allows no more open files (ulimit -n) or processes, plan ` +
      "fewer stacks at a time with --parallelism.",
    { cause },
  );
}

/**
 * The log that TF_LOG asks for would stand in the error output, which the review quotes where an engine fails: with arguments
 * and requests, and so with secrets. With TF_LOG_PATH it is in a file, unless the engine cannot open that: /dev/stderr, for one,
 * which is what we read from.
 */
function engineEnvironment(): NodeJS.ProcessEnv {
  const log = logFile(process.env["TF_LOG_PATH"] ?? "");
  return {
    ...(log === undefined ? withoutLog(process.env) : { ...process.env, TF_LOG_PATH: log }),
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
  };
}

function withoutLog(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("TF_LOG")));
}

/** The real path of a file that can be written; undefined for anything else. */
function logFile(named: string): string | undefined {
  if (named === "") return undefined;
  // It may be relative, and the engine runs in other folders.
  const file = resolve(named);
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) return undefined;
    closeSync(openSync(file, "a"));
    // Where /dev/stderr is a file of ours, the engine would find its own error output under that name.
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
