// What the commands read from HCL without HashiCorp's parser, which may not be installed.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readText } from "../../util/files/read-file";
import { objectsIn } from "../../util/json";
import { configurationFiles, readJsonConfiguration } from "./configuration";

export interface Requirement {
  readonly file: string;
  readonly source: string;
}

export function requirementsIn(folder: string): Requirement[] {
  return configurationFiles(folder).flatMap((name) => requirementsOf(join(folder, name)));
}

export function requirementsOf(file: string): Requirement[] {
  const sources = file.endsWith(".json") ? sourcesOfJson(file) : sourcesOfHcl(readText(file));
  return sources.flatMap((source) => (typeof source === "string" ? [{ file, source }] : []));
}

function sourcesOfJson(file: string): unknown[] {
  return objectsIn(readJsonConfiguration(file).terraform)
    .flatMap(({ required_providers: required }) => objectsIn(required))
    .flatMap((required) => Object.values(required).flatMap(objectsIn))
    .map(({ source }) => source);
}

function sourcesOfHcl(text: string): (string | undefined)[] {
  const code = text.replace(/(^|\s)(#|\/\/).*/g, "$1").replace(/\/\*[^]*?\*\//g, " ");
  const source = /[\s{,]"?source"?\s*[=:]\s*"([^"]*)"/;
  return Array.from(code.matchAll(/\{[^{}]*\}/g), ([object]) => source.exec(object)?.[1]);
}

/** Returns the source without its host, which stands for other providers in each engine. */
export function shortSource({ address }: { readonly address: string }): string {
  return address.split("/").slice(1).join("/");
}

export interface FileLine {
  readonly file: string;
  readonly line: number;
}

/** Matches the head of a block, which HCL accepts only on one line. */
const HEAD = /^[ \t]*resource[ \t]+"?([\w-]+)"?[ \t]+"?([\w-]+)"?[ \t]*\{/;

/**
 * Returns where a user's `.tf` files declare each resource, by address; none for a folder that synth wrote. An address
 * with several places has none: one may be in an override file, in a comment, or in a text.
 */
export function resourceBlocks(stack: { readonly folder: string; readonly isPlain?: boolean }) {
  const { folder, isPlain = false } = stack;
  const found = new Map<string, FileLine | null>();
  const names = isPlain ? configurationFiles(folder).filter((name) => !name.endsWith(".json")) : [];
  for (const file of names.map((name) => join(folder, name))) {
    const lines = readFileSync(file, "utf8").split("\n");
    for (const [index, text] of lines.entries()) {
      const [, type, name] = HEAD.exec(text) ?? [];
      const address = `${type}.${name}`;
      if (name !== undefined) found.set(address, found.has(address) ? null : { file, line: index + 1 });
    }
  }
  return new Map([...found].flatMap(([address, place]) => (place === null ? [] : [[address, place]])));
}
