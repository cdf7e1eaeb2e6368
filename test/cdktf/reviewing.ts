import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { CdktfProject } from "./harness";

/**
 * Reviews what is synthesized. With a separate folder for temporary files, which must be empty at the end.
 */
export async function review(
  project: CdktfProject,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
) {
  const temporary = join(project.folder, "tmp");
  mkdirSync(temporary, { recursive: true });
  const skip = args.includes("--plan") || args.includes("--dir") ? [] : ["--skip-synth"];
  const outcome = await project.command(["review", ...skip, ...args], { TMPDIR: temporary, ...env });
  expect(readdirSync(temporary)).toEqual([]);
  return outcome;
}

/** What others delete, just after the deploy, is not waited for. */
export const stackOf = (name: string, prompt: string) => `
  new OutreachProvider(stack, "outreach", { visibilityTimeout: 0 });
  new OutreachCluster(stack, "cluster", { name: "Cluster ${name}", forceDestroy: true });
  new OutreachSnippet(stack, "opener", { name: "Opener ${name}", prompt: ${JSON.stringify(prompt)} });`;

/** Writes and synthesizes an app. */
export async function synthesized(
  project: CdktfProject,
  stacks: Readonly<Record<string, string>>,
): Promise<CdktfProject> {
  project.app(stacks);
  await project.synth();
  return project;
}
