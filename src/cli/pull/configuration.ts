import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { PROMPT_RECORD, type PromptRecord } from "../../install";
import { isObject, type JsonObject } from "../../shared/json";
import type { Stack } from "../engine/stacks";
import { readSynthesized } from "../engine/synthesized";
import { readJsonFile } from "../shared/json-file";
import { filesInHcl } from "./prompt-files";

/** What the configuration of a stack says about prompts and addresses. */
export interface StackConfiguration {
  readonly stack: Stack;
  /** Maps the address of each snippet whose prompt is the content of one file to the file's absolute path. */
  readonly files: ReadonlyMap<string, string>;
  /**
   * The other places that contain such a file among other text, with its absolute path: the address of a
   * snippet whose prompt is composed, or the path of an override.
   */
  readonly parts: readonly (readonly [place: string, file: string])[];
  /** Maps the earlier address of each `moved` block to the later one. */
  readonly moves: ReadonlyMap<string, string>;
  /** True if the configuration has `moved` blocks that this command cannot read. */
  readonly hasUnreadMoves: boolean;
  /** The arguments of each resource of the root module, by address; undefined if not all are known. */
  readonly declared: ReadonlyMap<string, JsonObject> | undefined;
}

/** Reads the configuration of a stack. Throws an Error that names a malformed file. */
export function readConfiguration(stack: Stack): StackConfiguration {
  const { folder } = stack;
  const hcl = readdirSync(folder).filter((name) => /\.(tf|tofu)$/.test(name));
  const synthesized = readSynthesized(folder);
  const record = readRecord(folder);
  const files = Object.entries({ ...filesInHcl(folder), ...record.files });
  const parts = Object.entries(record.parts);
  return {
    stack,
    files: new Map(files.map(([address, file]) => [address, resolve(folder, file)])),
    parts: parts.flatMap(([place, found]) =>
      found.map(({ file }) => [place, resolve(folder, file)] as const),
    ),
    moves: synthesized?.moves ?? new Map(),
    hasUnreadMoves: hcl.some((name) => /^\s*moved\b/m.test(readFileSync(join(folder, name), "utf8"))),
    declared: synthesized?.resources,
  };
}

/** The members of the record that pull reads. */
type PromptUses = Required<Pick<PromptRecord, "files" | "parts">>;

/** The version of the record that this command knows. */
const RECORD_VERSION: PromptRecord["version"] = 1;

/** Reads the record that synth has written beside a stack, if there is one. */
function readRecord(folder: string): PromptUses {
  const path = join(folder, PROMPT_RECORD);
  if (!existsSync(path)) return { files: {}, parts: {} };
  const problem = "is not what cdktf synth of this version writes. Run cdktf synth again.";
  const { version, files, parts = {} } = readJsonFile(path, problem);
  if (version === RECORD_VERSION && isFiles(files) && isParts(parts)) return { files, parts };
  throw new Error(`${path} ${problem}`);
}

function isFiles(value: unknown): value is PromptUses["files"] {
  return isObject(value) && Object.values(value).every((file) => typeof file === "string");
}

/** Checks of each part only the file, because pull reads nothing else of it. */
function isParts(value: unknown): value is PromptUses["parts"] {
  const isPart = (part: unknown) => isObject(part) && typeof part.file === "string";
  return (
    isObject(value) && Object.values(value).every((parts) => Array.isArray(parts) && parts.every(isPart))
  );
}
