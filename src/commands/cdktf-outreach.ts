import { parseArgs } from "node:util";
import { closest } from "../prompts";
import { visibleLines } from "../render/visible-text";
import { PROVIDER_VERSION } from "../provider/version";
import { Interruption, keepInspectorClosed } from "../util/process";
import { UsageError } from "../util/usage-error";
import { STATUS } from "./exit-status";
import { neutraliseCommands } from "./workflow-commands";

interface Command {
  readonly usage: string;
  readonly hasTopics?: true;
  run(args: string[]): Promise<number>;
}

/** The build needs the ending `.js` in `import()`. */
const commands: ReadonlyMap<string, readonly [string, () => Promise<Command>]> = new Map([
  ["check", ["Compare the workspace with the states of the stacks.", () => import("./check/index.js")]],
  ["find", ["Find the stack, address and prompt file of an object.", () => import("./find/index.js")]],
  ["lint", ["Check prompt files, without a plan or credentials.", () => import("./lint/index.js")]],
  ["pull", ["Bring edits made in Outreach into the prompt files.", () => import("./pull/index.js")]],
  ["export", ["Write code that imports the objects of the workspace.", () => import("./export/index.js")]],
  ["init", ["Make a project that deploys, with a test and CI workflows.", () => import("./init/index.js")]],
  ["doctor", ["Look for what keeps the provider from working here.", () => import("./doctor/index.js")]],
  ["install", ["Put the provider beside .tf files, for plain HCL.", () => import("./install/index.js")]],
  ["review", ["Plan the stacks and write a review of the plans.", () => import("./review/index.js")]],
  ["ci", ["Comment, approve and report from jobs of GitHub and GitLab.", () => import("./ci/index.js")]],
  ["probe", ["Find out how the API behaves, in a workspace for tests.", () => import("./probe/index.js")]],
  ["simulate", ["Run a local simulator of the Outreach API.", () => import("./simulate/index.js")]],
]);

const GROUPS = [
  ["Every day", "review", "pull"],
  ["Every week", "check", "find", "lint"],
  ["Once", "init", "export", "doctor", "install", "probe", "simulate"],
  ["In CI", "ci"],
] as const;

const lineOf = (name: string) => `  ${name.padEnd(12)}${commands.get(name)![0]}`;

const usage = `Usage: cdktf-outreach <command> [options]

${GROUPS.map(([title, ...names]) => `${title}:\n${names.map(lineOf).join("\n")}\n`).join("\n")}

Options:
  -h, --help     Show this text. After a command, show the help of that command, as help COMMAND does.
  -v, --version  Print the version.

Exit status of all commands: 0 clean; 2 findings, such as changes, differences or mistakes; 1 an error, or
something that could not be compared; 3 what review --fail-on refuses.
`;

let help = usage;

/** Largest number of wrong letters for which an error suggests a known word. */
const MOST_WRONG = 2;

function didYouMean(word: string, known: readonly string[]): string {
  const near = closest(word, known, MOST_WRONG);
  return near === undefined ? "" : ` Did you mean ${near}?`;
}

async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    process.stderr.write(usage);
    return STATUS.failed;
  }
  if (name === "help") return main([...rest.slice(0, 1), "--help", ...rest.slice(1)]);
  if (name.startsWith("-")) {
    const { values } = parseArgs({
      args,
      options: { help: { type: "boolean", short: "h" }, version: { type: "boolean", short: "v" } },
    });
    process.stdout.write(values.version && !values.help ? `${PROVIDER_VERSION}\n` : usage);
    return 0;
  }
  const command = commands.get(name);
  if (command === undefined)
    throw new UsageError(
      `There is no command ${JSON.stringify(name)}.${didYouMean(name, [...commands.keys()])}`,
    );
  const [, load] = command;
  const { run, hasTopics, ...loaded } = await load();
  help = loaded.usage;
  if (hasTopics || !rest.some((arg) => arg === "--help" || arg === "-h")) return run(rest);
  process.stdout.write(help);
  return 0;
}

function explain(error: unknown, name: string | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const of = name !== undefined && commands.has(name) ? ` ${name}` : "";
  const advice = `See cdktf-outreach${of} --help.`;
  if (error instanceof UsageError) return `${error.message} ${advice}`;
  if (!("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_"))) return error.message;
  const [message = ""] = error.message.split(/\.\s/);
  const option = /^Unknown option '(--.*?)'/s.exec(message)?.[1];
  const near = option === undefined ? "" : didYouMean(option, help.match(/--[a-z][\w-]*/g) ?? []);
  return `${message.replace(/\.$/, "")}.${near} ${advice}`;
}

let hasFailed = false;

function fail(message: string): void {
  hasFailed = true;
  process.stderr.write(`cdktf-outreach: ${visibleLines(message)}\n`);
  process.exitCode = STATUS.failed;
}

/**
 * Does not end the command, which may have to clean up. Ignores EPIPE, because a reader such as `head` closes
 * the pipe early, and EIO, because the user may close the terminal.
 */
function onOutputError(this: NodeJS.WriteStream, { code = "", message }: NodeJS.ErrnoException): void {
  if (["EPIPE", "EIO"].includes(code) || hasFailed || this === process.stderr) return;
  fail(`The output cannot be written: ${message}. Send it to another place.`);
}

for (const stream of [process.stdout, process.stderr]) stream.on("error", onOutputError);

keepInspectorClosed();
neutraliseCommands([process.stdout, process.stderr], process.env);
const args = process.argv.slice(2);
main(args).then(
  (status) => {
    if (!hasFailed) process.exitCode = status;
  },
  (error: unknown) => {
    fail(explain(error, args[0]));
    // The lookup of a host name cannot be cancelled and would keep the process alive for seconds.
    if (error instanceof Interruption) process.exit();
  },
);
