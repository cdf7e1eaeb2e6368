import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isObject, type JsonObject } from "../../shared/json";
import { readJsonFile } from "../shared/json-file";

/** What the configuration that synth has written for a stack declares. */
export interface Synthesized {
  /** The arguments of each resource of the root module, by address. */
  readonly resources: ReadonlyMap<string, JsonObject>;
  /** Maps the earlier address of each `moved` block to the later one. */
  readonly moves: ReadonlyMap<string, string>;
}

/**
 * Reads the `cdk.tf.json` of a stack. Returns undefined if the folder has other configuration files, which
 * may declare anything. Throws an Error that names the file if it is malformed.
 */
export function readSynthesized(folder: string): Synthesized | undefined {
  const configuration = readdirSync(folder).filter((name) => /\.(tf|tofu)(\.json)?$/.test(name));
  const file = join(folder, "cdk.tf.json");
  if (configuration.length !== 1 || !existsSync(file)) return undefined;
  const { resource, moved } = readJsonFile(file, "is not JSON. Run cdktf synth again.");
  const named = (value: unknown) => objectsIn(value).flatMap((one) => Object.entries(one));
  const resources = named(resource).flatMap(([type, byName]) =>
    named(byName).map(([name, body]): [string, JsonObject] => [`${type}.${name}`, objectsIn(body)[0] ?? {}]),
  );
  const moves = objectsIn(moved).map(({ from, to }): [string, string] => [String(from), String(to)]);
  return { resources: new Map(resources), moves: new Map(moves) };
}

/** Terraform's JSON syntax allows a list of objects in place of an object. */
function objectsIn(value: unknown): JsonObject[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}
