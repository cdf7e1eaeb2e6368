import { isUtf8 } from "node:buffer";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { PROMPT_RECORD, PROMPT_RECORD_VERSION, type PromptUse } from "../../placing/records";
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

export interface StackConfiguration {
  readonly stack: Stack;
  readonly uses: readonly PromptUse[];
  readonly moves: ReadonlyMap<string, string>;
  /**
   * Arguments of each resource in the root module, by address. Empty if an override file changes the
   * resource.
   */
  readonly declared: ReadonlyMap<string, JsonObject>;
  /** `known_variables` of each resource's provider, by the resource's address. Omits computed variables. */
  readonly knownVariables: ReadonlyMap<string, readonly string[]>;
}

/** @throws Error naming a malformed file */
export async function readStackConfiguration(stack: Stack, signal: AbortSignal): Promise<StackConfiguration> {
  const { folder } = stack;
  const recorded = usesInRecord(folder);
  const configuration = await readConfiguration(folder, signal);
  const resources = [...configuration.resources];
  const isSynthesized = ["cdk.tf", SYNTHESIZED].some((name) => existsSync(join(folder, name)));
  const uses = [...(isSynthesized ? [] : usesInHcl(configuration)), ...recorded];
  return {
    stack,
    uses: uses.map((use) => ({ ...use, file: resolve(folder, use.file) })),
    moves: configuration.moves,
    declared: new Map(
      resources.map(([address, [body = {}, ...others]]) => [address, others.length === 0 ? body : {}]),
    ),
    knownVariables: new Map(
      resources.flatMap(([address, [body = {}]]) => {
        const list = providerOf(body, configuration)?.["known_variables"];
        const known = Array.isArray(list) ? list.map(literalOf) : [undefined];
        return known.every((one) => one !== undefined) ? [[address, known] as const] : [];
      }),
    ),
  };
}

function usesInRecord(folder: string): readonly PromptUse[] {
  const path = join(folder, PROMPT_RECORD);
  if (!existsSync(path)) return [];
  const problem = "is not what cdktf synth of this version writes. Run cdktf synth again.";
  const { version, uses } = readJsonFile(path, problem);
  if (version !== PROMPT_RECORD_VERSION) throw new Error(`${path} ${problem}`);
  return uses as readonly PromptUse[];
}

/**
 * Returns `whole` for a prompt that is a single call of `file`, and `part` for every other call of a function
 * that reads a file. If an override file changes a snippet, all calls in the snippet are `part`.
 */
export function usesInHcl({ resources, files: documents }: Configuration): PromptUse[] {
  const whole = [...resources].flatMap(([place, [body, ...others]]) => {
    const file = place.startsWith("outreach_snippet.") ? fileOf(body?.["prompt"]) : undefined;
    return file === undefined || others.length > 0 ? [] : { place, file, is: "whole" as const };
  });
  const left = new Map<string, number>();
  for (const { file } of whole) left.set(file, (left.get(file) ?? 0) + 1);
  const parts = [...documents].flatMap(([place, document]) =>
    fileCallsIn(document).flatMap((file) => {
      const count = left.get(file) ?? 0;
      left.set(file, count - 1);
      return count > 0 ? [] : { place, file, is: "part" as const };
    }),
  );
  return [...whole, ...parts];
}

/** Synth writes the construct's path into a resource. Returns null if the user wrote the configuration. */
export function constructPathOf(body: JsonObject | undefined): string | null {
  const comment = body?.["//"];
  const metadata = isObject(comment) ? comment.metadata : undefined;
  return isObject(metadata) && typeof metadata.path === "string" ? metadata.path : null;
}

const BYTE_ORDER_MARK = "\ufeff";

export interface PromptText {
  readonly text: string;
  /** The file's byte order mark, or "". */
  readonly head: string;
}

export function decodePrompt(bytes: Buffer): PromptText | undefined {
  return isUtf8(bytes) ? splitMark(bytes.toString()) : undefined;
}

export function splitMark(text: string): PromptText {
  const head = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  return { text: text.slice(head.length), head };
}
