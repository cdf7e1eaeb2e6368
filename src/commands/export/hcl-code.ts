import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findProviderPackage } from "../../placing";
import { type Configuration, readConfiguration } from "../../estate/hcl/configuration";
import { configurationBlocks, requirementBlock } from "../install/blocks";
import { configurationFiles } from "../../estate/hcl/configuration-files";
import type { FileToWrite } from "../../util/files/write-whole";
import { type Kind, KINDS, type WorkspaceObject } from "../../estate/workspace/objects";
import { type ExportedCode, promptFilesOf, promptPath, rowOf } from "./format";
import { declaredIn, IMPORTS, kindOfAddress, rowsInCode } from "./hcl-rows";
import { importsFile, refuseAdditions } from "./imports-file";
import { hclLiteral } from "./literals";
import type { NamedObject } from "./names";
import { changedData, readObjectsFile } from "./objects-file";

/** Reads the data file and the configuration of a folder, which may be missing. */
export async function hclCode(folder: string, signal?: AbortSignal): Promise<ExportedCode> {
  const data = readObjectsFile(join(folder, "outreach-export.json"));
  const names = configurationFiles(folder);
  const imports = names.includes(IMPORTS) ? readFileSync(join(folder, IMPORTS)) : null;
  const configuration = await readConfiguration(folder, signal);
  refuseAdditions(configuration, join(folder, IMPORTS));
  const rows = rowsInCode(data, configuration);
  const declared = declaredIn(configuration, rows);
  return {
    data,
    rows,
    declared,
    moves: configuration.moves,
    gaps: configuration.imports
      .filter(({ to, id }) => id === undefined && kindOfAddress(to) !== undefined)
      .map(({ to }) => `An import block computes the id for ${to}, so an export cannot see its object.`),
    advice: providerAdvice(configuration),
    rowFor: rowOf,
    // A resource without its import would create a second object, so its file comes last.
    filesFor: (all, added, workspace) => [
      // HCL's `file` function keeps a byte order mark, so the prompt is written unchanged.
      ...promptFilesOf(added, (prompt) => prompt),
      ...(added.length === 0 ? [] : providerFile(configuration, names)),
      ...changedData(data, all, workspace),
      ...importsFile(all, configuration, imports),
      ...KINDS.flatMap((kind) => resourceFiles(kind, added, names)),
    ],
  };
}

const NAME = "outreach";

/** Returns a file with the blocks of the provider; an empty list if the configuration has such blocks. */
function providerFile(configuration: Configuration, names: readonly string[]): FileToWrite[] {
  if (configuration.requiredProviders !== undefined) return [];
  const blocks = configuration.configuredProviders.has(NAME) ? requirementBlock : configurationBlocks;
  const path = names.includes("provider.tf") ? "outreach-provider.tf" : "provider.tf";
  return [{ path, contents: `${blocks(findProviderPackage())}\n`, expected: null }];
}

/** Returns what is missing in a `required_providers` block of the user; a module may have only one. */
function providerAdvice({ requiredProviders }: Configuration): string[] {
  if (requiredProviders === undefined || requiredProviders.has(NAME)) return [];
  const { address, version } = findProviderPackage();
  const entry = `${NAME} = { source = "${address}", version = "${version}" }`;
  return [`Add this line to the required_providers block of your configuration: ${entry}`];
}

/** A small file is read quickly, and can be reviewed. */
const MAX_PER_FILE = 500;

function resourceFiles(
  kind: Kind,
  added: readonly NamedObject<WorkspaceObject>[],
  names: readonly string[],
): FileToWrite[] {
  const blocks = added.filter(({ object }) => object.kind === kind).map(blockOf);
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const files: FileToWrite[] = [];
  for (let first = 0; first < blocks.length; first += MAX_PER_FILE) {
    const path = freeName(`${kind}s`, taken);
    taken.add(path);
    files.push({ path, contents: blocks.slice(first, first + MAX_PER_FILE).join("\n"), expected: null });
  }
  return files;
}

/** Returns the first free name among `clusters.tf`, `clusters-2.tf`, `clusters-3.tf`, … */
function freeName(base: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = `${base}${number === 1 ? "" : `-${number}`}.tf`;
    if (!taken.has(name)) return name;
  }
}

function blockOf({ object, codeId }: NamedObject<WorkspaceObject>): string {
  const attributes: [string, string][] = [["name", hclLiteral(object.name)]];
  if (object.kind === "snippet") attributes.push(["prompt", `file("\${path.module}/${promptPath(codeId)}")`]);
  else if (object.description !== null) attributes.push(["description", hclLiteral(object.description)]);
  const width = Math.max(...attributes.map(([name]) => name.length));
  const lines = attributes.map(([name, value]) => `  ${name.padEnd(width)} = ${value}\n`).join("");
  return `resource "outreach_${object.kind}" "${codeId}" {\n${lines}}\n`;
}
