import { join, relative } from "node:path";
import type { Configuration } from "../hcl/configuration";
import type { FileToWrite } from "../../files/write-whole";
import { KINDS } from "../workspace/objects";
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
 * Refuses a file with the imports to which a person has added something, because the next export would remove it.
 * @throws Error naming the file and the addition
 */
export function refuseAdditions({ files, imports }: Configuration, folder: string): void {
  const member = Object.keys(files.get(IMPORTS) ?? {}).find((name) => name !== "//" && name !== "import");
  const other = imports.find(({ file, to, id }) => file === IMPORTS && (id === undefined || !OWN.test(to)));
  if (member === undefined && other === undefined) return;
  const addition = member === undefined ? `the import of ${other!.to}` : JSON.stringify(member);
  throw new Error(
    `${relative(process.cwd(), join(folder, IMPORTS))} has ${addition}, which no export writes and the next one would ` +
      "remove. Move it to another file.",
  );
}
