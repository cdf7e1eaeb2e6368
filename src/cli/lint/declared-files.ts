import { relative } from "node:path";
import { readStackConfiguration } from "../declared/stack-configuration";
import { realPath } from "../shared/real-path";
import { configurations } from "../states/read-states";

const ADVICE = "Pass the files to check, such as cdktf-outreach lint prompts/*.md.";

/**
 * Returns the prompt files that the stacks name, each once, sorted, relative to the working directory.
 * @throws Error saying what to pass if there is no stack, or no stack names a prompt file
 */
export async function declaredFiles(cdktfOut: string | undefined, signal: AbortSignal): Promise<string[]> {
  const stacks = configurations(cdktfOut);
  if (stacks.length === 0)
    throw new Error(
      `No synthesized stack in cdktf.out, so nothing was checked. ${ADVICE} Or run cdktf synth.`,
    );
  const files = new Set<string>();
  for (const stack of stacks) {
    const { files: whole, parts } = await readStackConfiguration(stack, signal);
    for (const file of [...whole.values(), ...parts.map(([, one]) => one)]) files.add(realPath(file));
  }
  if (files.size > 0) return [...files].map((file) => relative(realPath(process.cwd()), file)).sort();
  const names = stacks.map(({ name }) => name).join(", ");
  throw new Error(`No prompt of ${names} comes from a prompt file, so nothing was checked. ${ADVICE}`);
}
