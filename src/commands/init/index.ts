import { once } from "node:events";
import { relative, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { visibleLines } from "../../render/visible-text";
import { oneOf, refuseEmpty, UsageError } from "../../util/usage-error";
import { shellWord } from "../../provider/wording/subject";
import { STATUS } from "../exit-status";
import { FORKS } from "./package-json";
import { type Choices, projectFiles, WORKSPACES, writeProject } from "./project";

const HOSTS = ["github", "gitlab", "none"] as const;

const QUESTIONS = {
  fork: "Library: cdktf, or cdktn (CDK Terrain, its maintained fork)",
  ci: "Workflows that review and deploy: github, gitlab or none",
  workspaces: "Two workspaces of Outreach, such as staging,production, or none for one without a name",
};

type Answers = Partial<Record<keyof typeof QUESTIONS, string>>;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { fork: { type: "string" }, ci: { type: "string" }, workspaces: { type: "string" } },
  });
  refuseEmpty(values);
  if (positionals.length > 1 || positionals[0] === "") throw new UsageError("init takes one folder.");
  // Wrong options are reported before the first question.
  choicesOf(values);
  const choices = choicesOf(process.stdin.isTTY && process.stdout.isTTY ? await asked(values) : values);
  const folder = resolve(positionals[0] ?? ".");
  writeProject(folder, projectFiles(choices));
  process.stdout.write(visibleLines(report(folder, choices)));
  return STATUS.done;
}

export const usage = `Usage: cdktf-outreach init [options] [DIR]

Makes a project that deploys, in the folder DIR (default: this one): package.json, cdktf.json with an app whose
types are checked, main.ts, outbound.ts, prompts, a test that deploys into the simulator, and .gitignore. Overwrites
no file. On a terminal, asks for the options that are not given.

  --fork NAME       the library: cdktf (default), or cdktn for CDK Terrain
  --ci HOST         also write the workflows that review, deploy and look for drift: github, gitlab or
                    none (default)
  --workspaces A,B  two workspaces of Outreach, each with a stack of this name; A is deployed first. Default: none,
                    which makes one stack; with --ci staging,production
  -h, --help        print this text

Exit status: 0 the project was made; 1 an error, such as files that would be overwritten.
`;

function choicesOf({ fork = "cdktf", ci = "none", workspaces = defaultWorkspaces(ci) }: Answers): Choices {
  const names = workspaces === "none" ? [] : workspaces.split(",").map((name) => name.trim());
  const choices = { fork: oneOf("--fork", fork, FORKS), ci: oneOf("--ci", ci, HOSTS), workspaces: names };
  const isPair = names.length === 2 && names[0] !== names[1] && names.every(isName);
  if (isPair || (names.length === 0 && ci === "none")) return choices;
  throw new UsageError(
    `--workspaces takes two names of lower-case letters, digits and "_", such as ${WORKSPACES.join(",")}, ` +
      `or without --ci none, not ${JSON.stringify(workspaces)}.`,
  );
}

/** A name becomes a part of the names of variables. */
function isName(text: string): boolean {
  return /^[a-z][a-z0-9_]*$/.test(text);
}

function defaultWorkspaces(ci = "none"): string {
  return ci === "none" ? ci : WORKSPACES.join(",");
}

async function asked(given: Answers): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = once(terminal, "close");
  const ask = async (question: string, usual: string) => {
    // Some versions of Node.js do not end the question after Ctrl-C, or if the terminal is closed.
    const asking = terminal.question(`${question} [${usual}]: `).catch(() => undefined);
    const answer = await Promise.race([asking, closed]);
    if (typeof answer === "string") return answer.trim() || usual;
    throw new Error("Not all questions have an answer, so nothing was written.");
  };
  try {
    const fork = given.fork ?? (await ask(QUESTIONS.fork, "cdktf"));
    const ci = given.ci ?? (await ask(QUESTIONS.ci, "none"));
    const usual = defaultWorkspaces(choicesOf({ fork, ci }).ci);
    return { fork, ci, workspaces: given.workspaces ?? (await ask(QUESTIONS.workspaces, usual)) };
  } finally {
    terminal.close();
  }
}

function report(folder: string, { fork, ci, workspaces }: Choices): string {
  const place = relative(process.cwd(), folder);
  const variables = workspaces.map((name) => `TF_VAR_${name}_workspace_id`);
  const stack = workspaces[0] === undefined ? "" : ` ${workspaces[0]}`;
  const also = stack && " (check, pull and doctor also need OUTREACH_WORKSPACE_ID: one of the two)";
  const credentials = [
    "OUTREACH_BASE_URL",
    "OUTREACH_USER_ID",
    ...(variables.length > 0 ? variables : ["OUTREACH_WORKSPACE_ID"]),
  ];
  const lines = [
    `${place === "" ? "" : `cd ${shellWord(place)} && `}npm install && npm test   # deploys into a simulator`,
    `Declare your objects in outbound.ts, set ${credentials.join(", ")}${also}, then: npx ${fork} deploy${stack}`,
    ci === "none"
      ? "Before a team or a CI job deploys, declare a remote state: node_modules/cdktf-outreach/docs/guides/remote-state.md"
      : "For the workflows, declare a remote state, and set the secrets that node_modules/cdktf-outreach/examples/pull-request/README.md lists.",
  ];
  return `Made a project in ${place || "this folder"}. Next:\n${lines.map((line) => `  ${line}\n`).join("")}`;
}
