import type * as Hcl2Json from "@cdktf/hcl2json";
import { isUtf8 } from "node:buffer";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { readJsonFile } from "../../util/files/read-file";
import { type JsonObject, objectsIn } from "../../util/json";
import { messageOf } from "../../util/message-of";

export interface Configuration {
  readonly files: ReadonlyMap<string, JsonObject>;
  /** The bodies of each resource, by address. An override file adds a second body. */
  readonly resources: ReadonlyMap<string, readonly JsonObject[]>;
  readonly imports: readonly ImportBlock[];
  readonly moves: ReadonlyMap<string, string>;
  /** Undefined if no file has a `required_providers` block. */
  readonly requiredProviders: ReadonlySet<string> | undefined;
  readonly configuredProviders: ReadonlySet<string>;
}

export interface ImportBlock {
  readonly file: string;
  readonly to: string;
  /** Undefined if the `import` block computes the id. */
  readonly id: string | undefined;
  readonly isPlain: boolean;
}

export const SYNTHESIZED = "cdk.tf.json";

/** The file with the `import` blocks that `export --adopt` writes. Synth does not delete the file. */
export const ADOPTIONS = "outreach-adopt.tf.json";

/**
 * The parser takes 0.5 s for 1,000 resources, so other tasks run between two files.
 * @throws Error naming a file that is invalid, or that needs the missing parser
 */
export async function readConfiguration(folder: string, signal?: AbortSignal): Promise<Configuration> {
  const files = new Map<string, JsonObject>();
  for (const name of configurationFiles(folder)) {
    files.set(name, await readFile(join(folder, name)));
    await setImmediate(undefined, { signal });
  }
  const blocks = (type: string) => [...files.values()].flatMap((file) => objectsIn(file[type]));
  const required = blocks("terraform").flatMap((block) => objectsIn(block["required_providers"]));
  return {
    files,
    resources: resourcesIn(blocks("resource")),
    imports: [...files].flatMap(([file, { import: found }]) =>
      objectsIn(found).map(({ to, id, for_each: forEach, ...rest }): ImportBlock => {
        const literal = forEach === undefined ? literalOf(id) : undefined;
        return { file, to: referenceOf(to) ?? "", id: literal, isPlain: Object.keys(rest).length === 0 };
      }),
    ),
    moves: new Map(blocks("moved").map(({ from, to }) => [referenceOf(from) ?? "", referenceOf(to) ?? ""])),
    requiredProviders: required.length === 0 ? undefined : new Set(required.flatMap(Object.keys)),
    configuredProviders: new Set(blocks("provider").flatMap(Object.keys)),
  };
}

export function providerOf({ provider }: JsonObject, { files }: Configuration): JsonObject | undefined {
  const [local = "", alias] = (referenceOf(provider) ?? "outreach").split(".");
  return [...files.values()]
    .flatMap(({ provider: all }) => objectsIn(all))
    .flatMap((all) => objectsIn(all[local]))
    .find((block) => block["alias"] === alias);
}

async function readFile(file: string): Promise<JsonObject> {
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw new Error(`${file} is not UTF-8. Save it as UTF-8.`);
  return file.endsWith(".json") ? readJsonConfiguration(file) : parseHcl(file, bytes.toString());
}

export function readJsonConfiguration(file: string): JsonObject {
  const advice = basename(file) === SYNTHESIZED ? "Run cdktf synth again" : "Correct it";
  return readJsonFile(file, `is not a JSON object. ${advice}.`);
}

/** Engines ignore names with a leading dot, and editors' backups. */
export function configurationFiles(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /^[^.].*\.(tf|tofu)(\.json)?$/s.test(name)).sort();
}

function resourcesIn(blocks: readonly JsonObject[]): Map<string, JsonObject[]> {
  const resources = new Map<string, JsonObject[]>();
  for (const [type, byName] of blocks.flatMap(Object.entries<unknown>)) {
    for (const [name, body] of objectsIn(byName).flatMap(Object.entries<unknown>)) {
      const address = `${type}.${name}`;
      resources.set(address, [...(resources.get(address) ?? []), ...objectsIn(body)]);
    }
  }
  return resources;
}

/**
 * Converts HCL into Terraform's JSON syntax. HashiCorp's parser is an optional peer dependency, because it is
 * twice as large as this package.
 * @throws Error naming the place of a syntax error, or how to install the parser
 */
export async function parseHcl(file: string, text: string): Promise<JsonObject> {
  const { parse } = await loadParser(file);
  try {
    return await parse(file, text);
  } catch (error) {
    const reason = messageOf(error).replace(/^parse config: \[(.*)\]$/s, "$1");
    throw new Error(`${file} is not valid HCL: ${reason}`, { cause: error });
  }
}

async function loadParser(file: string): Promise<typeof Hcl2Json> {
  for (const load of [() => import("@cdktn/hcl2json"), () => import("@cdktf/hcl2json")]) {
    try {
      const loaded: typeof Hcl2Json & { readonly default?: typeof Hcl2Json } = await load();
      return loaded.default ?? loaded;
    } catch (error) {
      if (!/MODULE_NOT_FOUND$/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    }
  }
  throw new Error(
    `${file} cannot be read without HashiCorp's parser for HCL, which is not installed. Install it beside ` +
      "cdktf-outreach: npm install --save-dev @cdktn/hcl2json",
  );
}

// In Terraform's JSON syntax, an expression is a text with a template, such as "${file("a.md")}".

const ESCAPED = /([$%])\1\{/g;

/** Returns the text of a template without expressions; undefined for other values. */
export function literalOf(value: unknown): string | undefined {
  if (typeof value !== "string" || /[$%]\{/.test(value.replace(ESCAPED, "\0"))) return undefined;
  return value.replace(ESCAPED, "$1{");
}

export function referenceOf(value: unknown): string | undefined {
  return typeof value === "string" ? value.replace(/^\$\{(.*)\}$/s, "$1").trim() : undefined;
}

const FILE_CALL = /^\$\{\s*file\(\s*"(?:\$\{path\.module\}\/)?((?:[^"\\$%]|[$%](?!\{))+)"\s*,?\s*\)\s*\}$/;

/** Returns the path if the value is exactly one call of `file`; undefined for other values. */
export function fileOf(value: unknown): string | undefined {
  return typeof value === "string" ? FILE_CALL.exec(value)?.[1] : undefined;
}

const FILE_CALLS = /\b\w*file\w*\(\s*"(?:\$\{path\.\w+\}\/)?([^"\\$]+)"/g;

export function fileCallsIn(value: unknown): string[] {
  if (typeof value === "string") return Array.from(value.matchAll(FILE_CALLS), ([, path]) => path!);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(fileCallsIn);
}
