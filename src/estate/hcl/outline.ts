// This file reads parts of HCL without HashiCorp's parser, which may not be installed.

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

/** For a file that is not HCL, the engine's error says more, so this function returns no blocks. */
function blocksIn(file: string): readonly HclBlock[] {
  const text = readText(file);
  try {
    return parseHcl(text).blocks;
  } catch {
    return [];
  }
}

/** Returns the source without its host, because the default host differs between engines. */
export function shortSource({ address }: { readonly address: string }): string {
  return address.split("/").slice(1).join("/");
}

export interface FileLine {
  readonly file: string;
  readonly line: number;
}

/**
 * Returns the lines that declare resources in a user's `.tf` files, by address. If an address has several
 * declarations, some are in override files, so the address is left out.
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
