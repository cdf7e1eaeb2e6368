import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, sep } from "node:path";
import { decodePrompt, type PromptText } from "../../estate/declared/stack-configuration";

interface PromptFile extends PromptText {
  readonly bytes: Buffer;
}

/**
 * Reads a prompt file.
 * @throws Error for a missing file, a link, a file in a linked folder, one that is not UTF-8, and one outside of the
 * project.
 */
export function readPromptFile(file: string, project: string): PromptFile {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new Error("the file is missing");
  if (!found.isFile()) throw new Error(found.isSymbolicLink() ? "the file is a link" : "it is not a file");
  const root = realpathSync(project);
  const inside = relative(root, realpathSync(file));
  if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new Error("the file is outside of the project");
  }
  // The target of a link may belong to other code, also within the project.
  for (let around = dirname(file); realpathSync(around) !== root; around = dirname(around)) {
    if (lstatSync(around).isSymbolicLink())
      throw new Error(`its folder ${relative(project, around)} is a link`);
  }
  const bytes = readFileSync(file);
  const decoded = decodePrompt(bytes);
  if (decoded === undefined) throw new Error("the file is not UTF-8");
  return { bytes, ...decoded };
}
