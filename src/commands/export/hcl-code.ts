import { readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import {
  type Configuration,
  configurationFiles,
  type ImportBlock,
  literalOf,
  readConfiguration,
} from "../../estate/hcl/configuration";
import { type Kind, KINDS } from "../../estate/workspace/workspace";
import { findProviderPackage } from "../../placing/provider-package";
import type { FileToWrite } from "../../util/files/write-whole";
import { configurationBlocks, requirementBlock } from "../install/report";
import { hclLiteral, withoutTemplates, withVisibleEscapes } from "./literals";
import { addressOf } from "./names";
import * as data from "./objects-file";

/** The file of `import` blocks. Each export writes this file anew from the data file. */
const IMPORTS = "outreach-imports.tf.json";

export async function hclCode(folder: string, signal?: AbortSignal): Promise<data.ExportedCode> {
  const file = data.readObjectsFile(join(folder, "outreach-export.json"));
  const names = configurationFiles(folder);
  const imports = names.includes(IMPORTS) ? readFileSync(join(folder, IMPORTS)) : null;
  const configuration = await readConfiguration(folder, signal);
  const rows = rowsInCode(file, configuration);
  const rowAt = new Map(KINDS.flatMap((kind) => rows[kind].map((row) => [addressOf(kind, row.id), row])));
  // The next export would drop an import that the data file does not contain.
  const isDropped = ({ to }: ImportBlock) => configuration.resources.has(to) && !rowAt.has(to);
  refuseAdditions(configuration, join(folder, IMPORTS), isDropped);
  return {
    data: file,
    rows,
    declared: declaredIn(configuration, rowAt),
    moves: configuration.moves,
    gaps: configuration.imports
      .filter(({ to, id }) => id === undefined && kindOfAddress(to) !== undefined)
      .map(({ to }) => `An import block computes the id for ${to}, so an export cannot see its object.`),
    rowFor: (named) => data.rowOf(named),
    // A resource without its import would create a second object, so imports are written first.
    filesFor: (all, added, workspace) => [
      // HCL's `file` function keeps a byte order mark, so the prompt is written unchanged.
      ...data.promptFilesOf(added, (prompt) => prompt),
      ...(added.length === 0 ? [] : providerFile(configuration, names)),
      ...data.changedData(file, all, workspace),
      ...importsFile(all, configuration, imports),
      ...KINDS.flatMap((kind) => resourceFile(kind, added, names)),
    ],
  };
}

export function rowsInCode({ rows }: data.ObjectsFile, configuration: Configuration): data.Rows {
  const rowsOf = (kind: Kind): data.Row[] => {
    const type = `outreach_${kind}.`;
    return rows[kind].flatMap((row) => {
      const address = laterAddress(type + row.id, configuration);
      return address?.startsWith(type) ? { ...row, id: address.slice(type.length) } : [];
    });
  };
  return { cluster: rowsOf("cluster"), snippet: rowsOf("snippet") };
}

/**
 * Returns undefined if the code no longer declares the resource. Engines refuse a move from an address that
 * the code still declares, so this function does not follow the move.
 */
function laterAddress(address: string, { resources, moves }: Configuration): string | undefined {
  let later: string | undefined = address;
  for (let left = moves.size; left > 0 && later !== undefined && !resources.has(later); left -= 1)
    later = moves.get(later);
  return later !== undefined && resources.has(later) ? later : undefined;
}

function declaredIn(
  { resources, imports }: Configuration,
  rowAt: ReadonlyMap<string, data.Row>,
): data.DeclaredObject[] {
  const imported = new Map(imports.map(({ to, id }) => [to, id]));
  const own = [...resources].flatMap(([address, bodies]) => {
    const kind = kindOfAddress(address);
    if (kind === undefined) return [];
    const codeId = address.slice(address.indexOf(".") + 1);
    const row = rowAt.get(address);
    const name = (bodies.length === 1 ? literalOf(bodies[0]!["name"]) : undefined) ?? null;
    return {
      ...{ kind, codeId, name, objectId: imported.get(address) ?? row?.objectId },
      isImported: imported.has(address) || (row !== undefined && data.isImported(row)),
    };
  });
  const elsewhere = imports.flatMap(({ file, to, id: objectId }) => {
    const kind = kindOfAddress(to);
    // An interrupted export may leave imports without resources. The next export adds the resources.
    if (kind === undefined || resources.has(to) || file === IMPORTS) return [];
    return { kind, codeId: to, name: null, objectId, isImported: true };
  });
  return [...own, ...elsewhere];
}

export function kindOfAddress(address: string): Kind | undefined {
  const kind = /(?:^|\.)outreach_(\w+)\.[^.[]+(?:\[.*\])?$/s.exec(address)?.[1];
  return KINDS.find((one) => one === kind);
}

function providerFile(configuration: Configuration, names: readonly string[]): FileToWrite[] {
  if (configuration.requiredProviders !== undefined) return [];
  const blocks = configuration.configuredProviders.has("outreach") ? requirementBlock : configurationBlocks;
  const path = names.includes("provider.tf") ? "outreach-provider.tf" : "provider.tf";
  return [{ path, contents: `${blocks(findProviderPackage())}\n`, expected: null }];
}

function resourceFile(kind: Kind, added: readonly data.Named[], names: readonly string[]): FileToWrite[] {
  const blocks = added.filter(({ object }) => object.kind === kind).map(blockOf);
  const taken = new Set(names.map((name) => name.toLowerCase()));
  let path = `${kind}s.tf`;
  for (let number = 2; taken.has(path); number += 1) path = `${kind}s-${number}.tf`;
  return blocks.length === 0 ? [] : [{ path, contents: blocks.join("\n"), expected: null }];
}

function blockOf({ object, codeId }: data.Named): string {
  const attributes: [string, string][] = [["name", hclLiteral(object.name)]];
  if (object.kind === "snippet")
    attributes.push(["prompt", `file("\${path.module}/${data.promptPath(codeId)}")`]);
  else if (object.description !== null) attributes.push(["description", hclLiteral(object.description)]);
  const width = Math.max(...attributes.map(([name]) => name.length));
  const lines = attributes.map(([name, value]) => `  ${name.padEnd(width)} = ${value}\n`).join("");
  return `resource "outreach_${object.kind}" "${codeId}" {\n${lines}}\n`;
}

/**
 * Terraform refuses a second `import` block for a resource, so resources with a user's block are left out.
 */
function importsFile(rows: data.Rows, { imports }: Configuration, bytes: Buffer | null): FileToWrite[] {
  const others = new Set(imports.filter(({ file }) => file !== IMPORTS).map(({ to }) => to));
  const own = KINDS.flatMap((kind) =>
    rows[kind]
      .filter(data.isImported)
      .map(({ id, objectId }) => ({ to: addressOf(kind, id), id: objectId! })),
  ).filter(({ to }) => !others.has(to));
  const note = "Written by cdktf-outreach export. After the apply, export --settle removes it.";
  return fileOfImports(IMPORTS, own, note, bytes);
}

/** Removes the file if `imports` is empty. `bytes`: the contents that were read; null for a missing file. */
export function fileOfImports(
  path: string,
  imports: readonly { readonly to: string; readonly id: string }[],
  note: string,
  bytes: Buffer | null,
): FileToWrite[] {
  const blocks = imports.map(({ to, id }) => ({ to, id: withoutTemplates(id) }));
  const json = JSON.stringify({ "//": note, import: blocks }, null, 2);
  const contents = blocks.length === 0 ? null : `${withVisibleEscapes(json)}\n`;
  const isSame = contents === null ? bytes === null : bytes?.equals(Buffer.from(contents)) === true;
  return isSame ? [] : [{ path, contents, expected: bytes }];
}

const OWN = new RegExp(`^outreach_(?:${KINDS.join("|")})\\.[^.[]+$`);

/** The next run would remove what a person added to a file of imports, so this function throws. */
export function refuseAdditions(
  { files, imports }: Configuration,
  path: string,
  isDropped: (block: ImportBlock) => boolean,
): void {
  const name = basename(path);
  const members = Object.keys(files.get(name) ?? {}).filter((one) => one !== "//" && one !== "import");
  const isAdded = (block: ImportBlock) =>
    block.id === undefined || !block.isPlain || !OWN.test(block.to) || isDropped(block);
  const others = imports.filter((block) => block.file === name && isAdded(block));
  const [addition] = [
    ...members.map((one) => JSON.stringify(one)),
    ...others.map(({ to }) => `the import of ${to}`),
  ];
  if (addition === undefined) return;
  throw new Error(
    `${relative(process.cwd(), path)} has ${addition}, which this command does not write, and the next one would ` +
      "remove. Move it to another file, or remove it.",
  );
}
