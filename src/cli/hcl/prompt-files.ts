import type { Configuration } from "./configuration";
import { fileCallsIn, fileOf } from "./template";

/** The files of prompts in HCL, relative to the folder of the configuration. */
interface PromptFiles {
  /** Maps the address of each snippet whose prompt is exactly one call of `file` to the path. */
  readonly files: ReadonlyMap<string, string>;
  /** Other calls with the same paths, with the name of the configuration file that has the call. */
  readonly parts: readonly (readonly [place: string, file: string])[];
}

/** Finds the prompt files. Leaves out a snippet that several blocks declare, as override files do. */
export function promptFilesIn({ resources, files: documents }: Configuration): PromptFiles {
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
