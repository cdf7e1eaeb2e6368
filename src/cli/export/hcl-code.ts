import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findProviderPackage } from "../../install";
import { configurationBlocks } from "../install/blocks";
import type { FileToWrite } from "../shared/write-whole";
import { type Kind, KINDS, type WorkspaceObject } from "../workspace/objects";
import { type DeclaredObject, type ExportedCode, promptFileOf, promptPath } from "./format";
import { hclLiteral } from "./literals";
import type { NamedObject } from "./names";

const IMPORT_BLOCK =
  /^import\s*\{\s*to\s*=\s*outreach_(cluster|snippet)\.([\w-]+)\s+id\s*=\s*"((?:[^"\\]|\\.)*)"\s*\}[ \t]*(?:\r?\n){0,2}/gm;
const RESOURCE =
  /^resource\s+"outreach_(cluster|snippet)"\s+"([\w-]+)"\s*\{\s*(?:name\s*=\s*("(?:[^"\\]|\\.)*"))?/gm;

/** Reads every `.tf` file of a folder, in any order. The folder may be missing. */
export function hclCode(folder: string): ExportedCode {
  const texts = new Map(tfFiles(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  return {
    declared: declaredIn([...texts.values()].join("\n")),
    withObjects: (objects) => [
      // HCL's `file` function keeps a byte order mark, so the prompt is written unchanged.
      ...objects.flatMap((one) => promptFileOf(one, (prompt) => prompt)),
      ...providerFile(texts),
      ...KINDS.flatMap((kind) => {
        const blocks = objects.filter(({ object }) => object.kind === kind).map(blocksOf);
        return appended(`${kind}s.tf`, texts, blocks);
      }),
    ],
    settled: (objectIds) =>
      [...texts].flatMap(([path, text]) => {
        const contents = text.replace(IMPORT_BLOCK, (block, ...[, , id]: string[]) =>
          objectIds.has(unquoted(id!)) ? "" : block,
        );
        return contents === text ? [] : [{ path, contents }];
      }),
  };
}

function tfFiles(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => /\.(tf|tofu)$/.test(name)) : [];
}

function declaredIn(text: string): DeclaredObject[] {
  const imports = [...text.matchAll(IMPORT_BLOCK)];
  const ids = new Map(imports.map(([, kind, name, id]) => [`${kind}.${name}`, unquoted(id!)]));
  return Array.from(text.matchAll(RESOURCE), ([, kind, codeId, name]) => ({
    kind: kind as Kind,
    codeId: codeId!,
    name: name === undefined ? null : unquoted(name.slice(1, -1)),
    objectId: ids.get(`${kind}.${codeId}`),
  }));
}

/** Undoes `hclLiteral`. */
function unquoted(text: string): string {
  const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
  return text
    .replace(
      /\\(?:U([0-9a-f]{8})|u([0-9a-f]{4})|(.))/gi,
      (_, ...[long, short, sign]: (string | undefined)[]) =>
        sign === undefined
          ? String.fromCodePoint(parseInt(long ?? short ?? "0", 16))
          : (escapes[sign] ?? sign),
    )
    .replace(/([$%])\1\{/g, "$1{");
}

function providerFile(texts: ReadonlyMap<string, string>): FileToWrite[] {
  if ([...texts.values()].some((text) => /\brequired_providers\b/.test(text))) return [];
  return [{ path: "provider.tf", contents: `${configurationBlocks(findProviderPackage())}\n` }];
}

/**
 * Returns the file with the blocks added at its end; an empty list if there are no blocks. `texts` maps each
 * path to the present text of the file.
 */
function appended(path: string, texts: ReadonlyMap<string, string>, blocks: string[]): FileToWrite[] {
  if (blocks.length === 0) return [];
  const before = texts.get(path) ?? "";
  const gap = before === "" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  return [{ path, contents: `${before}${gap}${blocks.join("\n")}` }];
}

/** Returns a resource with its import, because a resource without an import creates a second object. */
function blocksOf({ object, codeId }: NamedObject<WorkspaceObject>): string {
  const type = `outreach_${object.kind}`;
  const attributes: [string, string][] = [["name", hclLiteral(object.name)]];
  if (object.kind === "snippet") attributes.push(["prompt", `file("\${path.module}/${promptPath(codeId)}")`]);
  else if (object.description !== null) attributes.push(["description", hclLiteral(object.description)]);
  const width = Math.max(...attributes.map(([name]) => name.length));
  const lines = attributes.map(([name, value]) => `  ${name.padEnd(width)} = ${value}\n`).join("");
  const imported = `import {\n  to = ${type}.${codeId}\n  id = ${hclLiteral(object.id)}\n}\n`;
  return `${imported}\nresource "${type}" "${codeId}" {\n${lines}}\n`;
}
