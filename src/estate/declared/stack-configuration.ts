import { isUtf8 } from "node:buffer";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { PROMPT_RECORD, type PromptPart, type PromptRecord } from "../../placing";
import { readJsonFile } from "../../util/files/read-file";
import { isObject, type JsonObject } from "../../util/json";
import type { Stack } from "../engine/stacks";
import {
  type Configuration,
  fileCallsIn,
  fileOf,
  literalOf,
  providerOf,
  readConfiguration,
  SYNTHESIZED,
} from "../hcl/configuration";

/** What the configuration of a stack says about prompts and addresses. */
export interface StackConfiguration {
  readonly stack: Stack;
  /** Maps the address of each snippet whose prompt is the content of one file to the file's absolute path. */
  readonly files: ReadonlyMap<string, string>;
  /** The files of each snippet whose prompt is the content of several files, by address. */
  readonly shared: ReadonlyMap<string, readonly string[]>;
  /**
   * The other places that contain such a file, with its absolute path: the address of a snippet whose prompt is
   * composed, or may come from another file with the same content, or the path of an override.
   */
  readonly parts: readonly (readonly [place: string, file: string])[];
  /** The parts of each composed prompt and override that synth knows the lines of, with absolute paths. */
  readonly composed: ReadonlyMap<string, readonly PromptPart[]>;
  /** Maps the earlier address of each `moved` block to the later one. */
  readonly moves: ReadonlyMap<string, string>;
  /** The arguments of each resource of the root module, by address. */
  readonly declared: ReadonlyMap<string, JsonObject>;
  /** The `known_variables` of the provider of each resource, by address; without those that are computed. */
  readonly knownVariables: ReadonlyMap<string, readonly string[]>;
}

/** Reads the configuration of a stack. Rejects with an Error that names a malformed file. */
export async function readStackConfiguration(stack: Stack, signal: AbortSignal): Promise<StackConfiguration> {
  const { folder } = stack;
  const record = readRecord(folder);
  const { files, parts, ...rest } = await readDeclared(folder, signal);
  const absolute = (file: string) => resolve(folder, file);
  const shared = Object.entries(record.shared).map(
    ([address, found]) => [address, found.map(absolute)] as const,
  );
  return {
    stack,
    files: new Map(
      [...files, ...Object.entries(record.files)].map(([address, file]) => [address, absolute(file)]),
    ),
    shared: new Map(shared),
    parts: [
      ...parts.map(([place, file]) => [place, absolute(file)] as const),
      ...shared.flatMap(([place, found]) => found.map((file) => [place, file] as const)),
      ...Object.entries(record.parts).flatMap(([place, found]) =>
        found.map(({ file }) => [place, absolute(file)] as const),
      ),
    ],
    composed: new Map(
      Object.entries(record.parts).map(([place, found]) => [
        place,
        found.filter(hasLines).map((part) => ({ ...part, file: absolute(part.file) })),
      ]),
    ),
    ...rest,
  };
}

/** Reports whether a part says which lines it has. An older version of this package may not have written them all. */
function hasLines({ line, fileLine, lines }: PromptPart): boolean {
  return [line, fileLine, lines].every((one) => Number.isSafeInteger(one) && one > 0);
}

/** Reads the configuration in HCL and JSON. For one that synth wrote, the prompt files are in the record. */
async function readDeclared(folder: string, signal: AbortSignal) {
  const configuration = await readConfiguration(folder, signal);
  const { files, parts } = promptFilesIn(configuration);
  const isSynthesized = ["cdk.tf", SYNTHESIZED].some((name) => existsSync(join(folder, name)));
  return {
    ...(isSynthesized ? { files: new Map<string, string>(), parts: [] } : { files, parts }),
    moves: configuration.moves,
    declared: new Map([...configuration.resources].map(([address, bodies]) => [address, onlyOf(bodies)])),
    knownVariables: new Map(
      [...configuration.resources].flatMap(([address, [body = {}]]) => {
        const list = providerOf(body, configuration)?.["known_variables"];
        const known = Array.isArray(list) ? list.map(literalOf) : [undefined];
        return known.every((one) => one !== undefined) ? [[address, known] as const] : [];
      }),
    ),
  };
}

/** Returns the only body of a resource. If an override file changes the resource, no argument is known. */
function onlyOf([body, ...others]: readonly JsonObject[]): JsonObject {
  return body !== undefined && others.length === 0 ? body : {};
}

type PromptUses = Required<Pick<PromptRecord, "files" | "shared" | "parts">>;

const RECORD_VERSION: PromptRecord["version"] = 1;

function readRecord(folder: string): PromptUses {
  const path = join(folder, PROMPT_RECORD);
  if (!existsSync(path)) return { files: {}, shared: {}, parts: {} };
  const problem = "is not what cdktf synth of this version writes. Run cdktf synth again.";
  const { version, files, shared = {}, parts = {} } = readJsonFile(path, problem);
  if (version === RECORD_VERSION && isFiles(files) && isShared(shared) && isParts(parts))
    return { files, shared, parts };
  throw new Error(`${path} ${problem}`);
}

function isFiles(value: unknown): value is PromptUses["files"] {
  return isObject(value) && Object.values(value).every((file) => typeof file === "string");
}

function isShared(value: unknown): value is PromptUses["shared"] {
  return hasLists(value, (file) => typeof file === "string");
}

/** Checks of each part only the file, because pull reads nothing else of it. */
function isParts(value: unknown): value is PromptUses["parts"] {
  return hasLists(value, (part) => isObject(part) && typeof part.file === "string");
}

function hasLists(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return isObject(value) && Object.values(value).every((list) => Array.isArray(list) && list.every(isItem));
}

/** Returns the path that synth writes beside the arguments of a construct; null for other configurations. */
export function constructPathOf(body: JsonObject | undefined): string | null {
  const comment = body?.["//"];
  const metadata = isObject(comment) ? comment.metadata : undefined;
  return isObject(metadata) && typeof metadata.path === "string" ? metadata.path : null;
}

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

const BYTE_ORDER_MARK = "\ufeff";

export interface PromptText {
  /** The text as `promptFile` reads it. */
  readonly text: string;
  /** The byte order mark before the text, or "". */
  readonly head: string;
}

/** Decodes a prompt file; undefined if it is not UTF-8. */
export function decodePrompt(bytes: Buffer): PromptText | undefined {
  return isUtf8(bytes) ? splitMark(bytes.toString()) : undefined;
}

export function splitMark(text: string): PromptText {
  const head = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  return { text: text.slice(head.length), head };
}
