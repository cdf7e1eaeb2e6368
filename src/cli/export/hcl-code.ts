import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../shared/json";
import { type Configuration, configurationFiles, readConfiguration } from "../hcl/configuration";
import { literalOf } from "../hcl/template";
import type { FileToWrite } from "../shared/write-whole";
import { type Kind, KINDS, type WorkspaceObject } from "../workspace/objects";
import {
  type DeclaredObject,
  type ExportedCode,
  isImported,
  promptFilesOf,
  rowOf,
  promptPath,
} from "./format";
import { hclLiteral, withoutTemplates, withVisibleEscapes } from "./literals";
import type { NamedObject } from "./names";
import { changedData, type ObjectsFile, readObjectsFile, type Row, type Rows } from "./objects-file";
import { providerAdvice, providerFile } from "./provider-file";

/** The file with the `import` blocks. Each export writes it anew, from the data file. */
const IMPORTS = "outreach-imports.tf.json";

/** Reads the data file and the configuration of a folder, which may be missing. */
export async function hclCode(folder: string): Promise<ExportedCode> {
  const data = readObjectsFile(join(folder, "outreach-export.json"));
  const names = configurationFiles(folder);
  const imports = names.includes(IMPORTS) ? readFileSync(join(folder, IMPORTS)) : null;
  const configuration = await readConfiguration(folder);
  const rows = rowsInCode(data, configuration);
  const declared = declaredIn(configuration, rows);
  return {
    data,
    rows,
    declared,
    idsInUse: declared.map(({ codeId }) => codeId),
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
      ...KINDS.flatMap((kind) => resourceFile(kind, added, names)),
    ],
  };
}

/**
 * Returns the rows whose resources are in the code. Follows `moved` blocks. Adds a row for each resource that
 * only the file with the imports knows, so that nothing depends on the data file alone.
 */
function rowsInCode({ rows }: ObjectsFile, configuration: Configuration): Rows {
  const { resources, imports } = configuration;
  const rowsOf = (kind: Kind): Row[] => {
    const type = `outreach_${kind}`;
    const found = rows[kind].flatMap((row) => {
      const address = laterAddress(`${type}.${row.id}`, configuration);
      return address?.startsWith(`${type}.`) ? { ...row, id: address.slice(type.length + 1) } : [];
    });
    const known = new Set(found.map(({ id }) => id));
    const others = imports.flatMap(({ file, to, id: objectId }) => {
      const id = to.slice(type.length + 1);
      const isOurs = file === IMPORTS && kindOfAddress(to) === kind && resources.has(to);
      if (!isOurs || objectId === undefined || known.has(id)) return [];
      return { id, name: nameOf(resources.get(to)!) ?? "", objectId };
    });
    return [...found, ...others];
  };
  return { cluster: rowsOf("cluster"), snippet: rowsOf("snippet") };
}

/** Returns the address that a resource has now; undefined if the code no longer declares it. */
function laterAddress(address: string, { resources, moves }: Configuration): string | undefined {
  const seen = new Set<string>();
  for (let at: string | undefined = address; at !== undefined && !seen.has(at); at = moves.get(at)) {
    if (resources.has(at)) return at;
    seen.add(at);
  }
  return undefined;
}

/** Returns the name in the code; null if it is computed. */
function nameOf(bodies: readonly JsonObject[]): string | null {
  return bodies.length === 1 ? (literalOf(bodies[0]!["name"]) ?? null) : null;
}

/** Lists the resources of the code, and the objects that `import` blocks import into modules or instances. */
function declaredIn({ resources, imports }: Configuration, rows: Rows): DeclaredObject[] {
  const imported = new Map(imports.map(({ to, id }) => [to, id]));
  const rowAt = new Map(
    KINDS.flatMap((kind) => rows[kind].map((row) => [`outreach_${kind}.${row.id}`, row])),
  );
  const own = [...resources].flatMap(([address, bodies]) => {
    const kind = kindOfAddress(address);
    if (kind === undefined) return [];
    const codeId = address.slice(address.indexOf(".") + 1);
    const row = rowAt.get(address);
    const objectId = imported.get(address) ?? row?.objectId;
    return {
      ...{ kind, codeId, name: nameOf(bodies), objectId },
      isImported: imported.has(address) || (row !== undefined && isImported(row)),
    };
  });
  const elsewhere = imports.flatMap(({ file, to, id: objectId }) => {
    const kind = kindOfAddress(to);
    // A killed export leaves its imports without resources. The next export adds the resources.
    if (kind === undefined || resources.has(to) || file === IMPORTS) return [];
    return { kind, codeId: to, name: null, objectId, isImported: true };
  });
  return [...own, ...elsewhere];
}

/** Returns the kind of a resource by its address, which may have modules before it and a key behind it. */
function kindOfAddress(address: string): Kind | undefined {
  const kind = /(?:^|\.)outreach_(\w+)\.[^.[]+(?:\[.*\])?$/s.exec(address)?.[1];
  return KINDS.find((one) => one === kind);
}

/**
 * Returns the file with the imports; an empty list if it does not change. Leaves out what an `import` block of
 * the user imports, because Terraform refuses a second block.
 */
function importsFile(rows: Rows, { imports }: Configuration, bytes: Buffer | null): FileToWrite[] {
  const others = new Set(imports.filter(({ file }) => file !== IMPORTS).map(({ to }) => to));
  const blocks = KINDS.flatMap((kind) =>
    rows[kind].filter(isImported).map(({ id, objectId }) => {
      return { to: `outreach_${kind}.${id}`, id: withoutTemplates(objectId!) };
    }),
  ).filter(({ to }) => !others.has(to));
  const note = "Written by cdktf-outreach export. After the apply, export --settle removes it.";
  const json = JSON.stringify({ "//": note, import: blocks }, null, 2);
  const contents = blocks.length === 0 ? null : `${withVisibleEscapes(json)}\n`;
  const isSame = contents === null ? bytes === null : bytes?.equals(Buffer.from(contents)) === true;
  return isSame ? [] : [{ path: IMPORTS, contents, expected: bytes }];
}

/** Returns a new file with the resources of one kind; an empty list if there are none. */
function resourceFile(
  kind: Kind,
  added: readonly NamedObject<WorkspaceObject>[],
  names: readonly string[],
): FileToWrite[] {
  const blocks = added.filter(({ object }) => object.kind === kind).map(blockOf);
  if (blocks.length === 0) return [];
  return [{ path: freeName(`${kind}s`, names), contents: blocks.join("\n"), expected: null }];
}

/** Returns the first free name among `clusters.tf`, `clusters-2.tf`, `clusters-3.tf`, … */
export function freeName(base: string, names: readonly string[]): string {
  const taken = new Set(names.map((name) => name.toLowerCase()));
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
