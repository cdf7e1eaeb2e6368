// What the commands read from HCL without HashiCorp's parser, which may not be installed.

import { join } from "node:path";
import { type HclBlock, parseHcl } from "../../placing/hcl";
import { readText } from "../../util/files/read-file";
import { objectsIn } from "../../util/json";
import { groupBy } from "../../util/lists";
import { configurationFiles, readJsonConfiguration } from "./configuration";

export interface Requirement {
  readonly file: string;
  readonly source: string;
}

export function requirementsIn(folder: string): Requirement[] {
  return configurationFiles(folder).flatMap((name) => requirementsOf(join(folder, name)));
}

export function requirementsOf(file: string): Requirement[] {
  const required = file.endsWith(".json")
    ? objectsIn(readJsonConfiguration(file).terraform).flatMap((block) =>
        objectsIn(block["required_providers"]),
      )
    : blocksIn(file)
        .flatMap(({ type, blocks }) => (type === "terraform" ? blocks : []))
        .flatMap(({ type, attributes }) => (type === "required_providers" ? [attributes] : []));
  const sources = required.flatMap(Object.values).flatMap(objectsIn);
  return sources.flatMap(({ source }) => (typeof source === "string" ? [{ file, source }] : []));
}

/** Returns none for a file that is not HCL, about which the engine says more. */
function blocksIn(file: string): readonly HclBlock[] {
  const text = readText(file);
  try {
    return parseHcl(text).blocks;
  } catch {
    return [];
  }
}

/** Returns the source without its host, which stands for other providers in each engine. */
export function shortSource({ address }: { readonly address: string }): string {
  return address.split("/").slice(1).join("/");
}

export interface FileLine {
  readonly file: string;
  readonly line: number;
}

/**
 * Returns where a user's `.tf` files declare each resource, by address; none for a folder that synth wrote. An address
 * with several places, one of which is in an override file, has none.
 */
export function resourceBlocks(stack: { readonly folder: string; readonly isPlain?: boolean }) {
  const { folder, isPlain = false } = stack;
  const names = isPlain ? configurationFiles(folder).filter((name) => !name.endsWith(".json")) : [];
  const found = names.flatMap((name) => {
    const file = join(folder, name);
    const blocks = blocksIn(file).filter(({ type }) => type === "resource");
    return blocks.map(({ labels, line }) => ({ address: labels.join("."), place: { file, line } }));
  });
  const byAddress = [...groupBy(found, ({ address }) => address)];
  return new Map(
    byAddress.flatMap(([address, [{ place }, ...others]]) => (others.length > 0 ? [] : [[address, place]])),
  );
}
