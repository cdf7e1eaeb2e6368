import { relative } from "node:path";
import { makeVisible } from "../../render/visible-text";
import { messageOf } from "../../util/message-of";
import { readStackConfiguration } from "../../estate/declared/stack-configuration";
import { realPath } from "../../util/files/real-path";
import { configurations } from "../../estate/states/read-states";

/** The variables that each snippet with the file may use, by the path of a prompt file; undefined for any variable. */
type KnownVariables = ReadonlyMap<string, readonly string[] | undefined>;

type Stacks = ReturnType<typeof configurations>;

/** Returns the prompt files that the stacks name, by their real paths. */
async function declaredFiles(stacks: Stacks, signal: AbortSignal): Promise<KnownVariables> {
  const files = new Map<string, readonly string[] | undefined>();
  for (const stack of stacks) {
    const { files: whole, parts, knownVariables } = await readStackConfiguration(stack, signal);
    for (const [place, file] of [...whole, ...parts]) {
      const [path, known] = [realPath(file), knownVariables.get(place)];
      const before = files.get(path);
      files.set(path, before && known ? before.filter((one) => known.includes(one)) : (before ?? known));
    }
  }
  return files;
}

/** Returns named files with the variables of the stacks that use them. Without stacks, only the other rules count. */
export async function withVariables(
  named: readonly string[],
  cdktfOut: string | undefined,
  signal: AbortSignal,
): Promise<KnownVariables> {
  let declared: KnownVariables = new Map();
  try {
    declared = await declaredFiles(configurations(cdktfOut), signal);
  } catch (error) {
    signal.throwIfAborted();
    const note = `known_variables of the stacks were not checked: ${messageOf(error)}`;
    process.stderr.write(`cdktf-outreach: ${makeVisible(note)}\n`);
  }
  return new Map(named.map((file) => [file, declared.get(realPath(file))]));
}

const ADVICE = "Pass the files to check, such as cdktf-outreach lint prompts/*.md.";

/**
 * Returns the prompt files that the stacks name, sorted, by their paths relative to the working directory.
 * @throws Error saying what to pass if there is no stack, or no stack names a prompt file
 */
export async function filesOfStacks(
  cdktfOut: string | undefined,
  signal: AbortSignal,
): Promise<KnownVariables> {
  const stacks = configurations(cdktfOut);
  if (stacks.length === 0)
    throw new Error(
      `No synthesized stack in cdktf.out, so nothing was checked. ${ADVICE} Or run cdktf synth.`,
    );
  const declared = await declaredFiles(stacks, signal);
  const files = [...declared.keys()].map((file) => relative(realPath(process.cwd()), file)).sort();
  if (files.length > 0) return new Map(files.map((file) => [file, declared.get(realPath(file))]));
  const names = stacks.map(({ name }) => name).join(", ");
  throw new Error(`No prompt of ${names} comes from a prompt file, so nothing was checked. ${ADVICE}`);
}
