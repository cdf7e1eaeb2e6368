import { isUtf8 } from "node:buffer";
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { PROMPT_RECORD, type PromptRecord } from "../../install";
import type { Stack } from "../engine/stacks";

/** The file that a resource of a stack takes its prompt from. */
export interface PromptSource {
  readonly stack: string;
  readonly address: string;
  /** An absolute path. */
  readonly file: string;
}

/** Lists the prompt files that synth has recorded, and the files that plain HCL reads with `file`. */
export function promptSources(stacks: readonly Stack[]): PromptSource[] {
  return stacks.flatMap(({ name, folder }) =>
    Object.entries({ ...filesInHcl(folder), ...recordedFiles(folder) }).map(([address, file]) => ({
      stack: name,
      address,
      file: resolve(folder, file),
    })),
  );
}

function recordedFiles(folder: string): PromptRecord["files"] {
  const path = join(folder, PROMPT_RECORD);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as PromptRecord).files : {};
}

/** Matches a resource whose prompt is one call of `file`, in the form that export writes. */
const PROMPT_IN_HCL =
  /^resource\s+"outreach_snippet"\s+"([\w-]+)"\s*\{(?:[^}"]|"(?:[^"\\]|\\.)*")*?^\s*prompt\s*=\s*file\("(?:\$\{path\.module\}\/)?([^"$\\]+)"\)\s*$/gm;

function filesInHcl(folder: string): Record<string, string> {
  const files = readdirSync(folder).filter((name) => /\.(tf|tofu)$/.test(name));
  const text = files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  const found = Array.from(text.matchAll(PROMPT_IN_HCL), ([, name, file]) => [
    `outreach_snippet.${name}`,
    file!,
  ]);
  return Object.fromEntries(found) as Record<string, string>;
}

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Returns the text of a prompt file as `promptFile` reads it, and the byte order mark before it, if any.
 * @throws Error for a missing file, a link, a file that is not UTF-8, and a file outside of the project.
 */
export function readPromptFile(file: string, project: string): { text: string; head: string } {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new Error("the file is missing");
  if (!found.isFile()) throw new Error(found.isSymbolicLink() ? "the file is a link" : "it is not a file");
  const inside = relative(realpathSync(project), realpathSync(file));
  if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`)) {
    throw new Error("the file is outside of the project");
  }
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw new Error("the file is not UTF-8");
  const text = bytes.toString();
  const head = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  return { text: text.slice(head.length), head };
}
