import type { Configuration } from "./configuration";
import { fileCallsIn, fileOf } from "./template";

/**
 * Finds the prompt files in HCL, as `StackConfiguration` has them, but relative to the folder of the configuration.
 * Leaves out a snippet that several blocks declare, as override files do.
 */
export function promptFilesIn({ resources, files: documents }: Configuration) {
  const files = new Map<string, string>();
  const left = new Map<string, number>();
  for (const [address, [body, ...others]] of resources) {
    const file = address.startsWith("outreach_snippet.") ? fileOf(body?.["prompt"]) : undefined;
    if (file === undefined || others.length > 0) continue;
    files.set(address, file);
    left.set(file, (left.get(file) ?? 0) + 1);
  }
  const parts = [...documents].flatMap(([name, document]) =>
    fileCallsIn(document).flatMap((file) => {
      const count = left.get(file) ?? 0;
      left.set(file, count - 1);
      return count > 0 ? [] : [[name, file] as const];
    }),
  );
  return { files, parts };
}
