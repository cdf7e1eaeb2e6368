import { basename, relative } from "node:path";
import type { Configuration, ImportBlock } from "../../estate/hcl/configuration";
import type { FileToWrite } from "../../util/files/write-whole";
import { KINDS } from "../../estate/workspace/objects";
import { isImported } from "./format";
import { IMPORTS } from "./hcl-rows";
import { withoutTemplates, withVisibleEscapes } from "./literals";
import type { Rows } from "./objects-file";

/**
 * Returns the file with the imports; an empty list if it does not change. Leaves out what an `import` block of
 * the user imports, because Terraform refuses a second block.
 */
export function importsFile(rows: Rows, { imports }: Configuration, bytes: Buffer | null): FileToWrite[] {
  const others = new Set(imports.filter(({ file }) => file !== IMPORTS).map(({ to }) => to));
  const own = KINDS.flatMap((kind) =>
    rows[kind]
      .filter(isImported)
      .map(({ id, objectId }) => ({ to: `outreach_${kind}.${id}`, id: objectId! })),
  ).filter(({ to }) => !others.has(to));
  const note = "Written by cdktf-outreach export. After the apply, export --settle removes it.";
  return fileOfImports(IMPORTS, own, { note, bytes });
}

interface Written {
  readonly note: string;
  /** The contents that were read; null if the file does not exist. */
  readonly bytes: Buffer | null;
}

/**
 * Returns a file with `import` blocks, which is removed if there are none; an empty list if it does not change.
 */
export function fileOfImports(
  path: string,
  imports: readonly { readonly to: string; readonly id: string }[],
  { note, bytes }: Written,
): FileToWrite[] {
  const blocks = imports.map(({ to, id }) => ({ to, id: withoutTemplates(id) }));
  const json = JSON.stringify({ "//": note, import: blocks }, null, 2);
  const contents = blocks.length === 0 ? null : `${withVisibleEscapes(json)}\n`;
  const isSame = contents === null ? bytes === null : bytes?.equals(Buffer.from(contents)) === true;
  return isSame ? [] : [{ path, contents, expected: bytes }];
}

/** Matches the addresses that an export imports to. */
const OWN = new RegExp(`^outreach_(?:${KINDS.join("|")})\\.[^.[]+$`);

/**
 * Refuses a file with imports to which a person has added something, because the next run would remove it.
 * @throws Error naming the file and the addition
 */
export function refuseAdditions(
  { files, imports }: Configuration,
  path: string,
  isDropped: (block: ImportBlock) => boolean = () => false,
): void {
  const name = basename(path);
  const member = Object.keys(files.get(name) ?? {}).find((one) => one !== "//" && one !== "import");
  const isAdded = (block: ImportBlock) =>
    block.id === undefined || !block.isPlain || !OWN.test(block.to) || isDropped(block);
  const other = imports.find((block) => block.file === name && isAdded(block));
  if (member === undefined && other === undefined) return;
  const addition = member === undefined ? `the import of ${other!.to}` : JSON.stringify(member);
  throw new Error(
    `${relative(process.cwd(), path)} has ${addition}, which this command does not write, and the next one would ` +
      "remove. Move it to another file, or remove it.",
  );
}
