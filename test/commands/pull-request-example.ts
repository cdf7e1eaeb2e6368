import { load } from "js-yaml";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(__dirname, "../..");

export const EXAMPLE = join(ROOT, "examples/pull-request");

export const MARKER = "<!-- cdktf-outreach review -->";

export const TOKEN = "token-5d1c";

export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, string | boolean | number>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly environment?: string;
  readonly concurrency?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency?: unknown;
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** The workflows of GitHub, by their paths from the folder of the example. */
export const WORKFLOWS = [
  ...readdirSync(EXAMPLE).filter((name) => name.endsWith(".yml") && name !== "gitlab-ci.yml"),
  "../evals/evals.yml",
];

export const textOf = (name: string) => readFileSync(join(EXAMPLE, name), "utf8");

export const workflow = (name: string) => load(textOf(name)) as Workflow;

/** The scripts of a job in gitlab-ci.yml. */
function scriptOf(job: unknown): string | [] {
  const { script } = job as { script?: string | string[] };
  return script === undefined ? [] : [script].flat().join("\n");
}

/** The scripts of a workflow, each once. A job of GitLab is one script. */
export function scriptsOf(name: string): string[] {
  const scripts =
    name === "gitlab-ci.yml"
      ? Object.values(load(textOf(name)) as object).flatMap(scriptOf)
      : Object.values(workflow(name).jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  return [...new Set(scripts)];
}
