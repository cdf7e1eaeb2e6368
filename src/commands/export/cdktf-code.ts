import { existsSync } from "node:fs";
import { join } from "node:path";
import { KINDS, type WorkspaceObject } from "../../estate/workspace/workspace";
import { conflictsIn } from "../../prompts";
import { readText } from "../../util/files/read-file";
import type { FileToWrite } from "../../util/files/write-whole";
import {
  changedData,
  type ExportedCode,
  isImported,
  promptFilesOf,
  readObjectsFile,
  type Row,
  rowOf,
} from "./objects-file";
import type { ExportOptions } from "./options";

/** Export writes this module only once. */
export const INDEX = "index.ts";

export type CodeOptions = Pick<ExportOptions, "fork" | "isModule" | "place">;

export function cdktfCode(folder: string, options: CodeOptions): ExportedCode {
  const data = readObjectsFile(join(folder, "objects.json"));
  const index = join(folder, INDEX);
  const isWritten = existsSync(index);
  // A killed export may have written its module, but not objects.json.
  if (data.bytes === null && isWritten && !readText(index).includes("objects.json"))
    throw new Error(`${index} is no code of an export. Export into another folder with --out.`);
  return {
    data,
    rows: data.rows,
    declared: KINDS.flatMap((kind) =>
      data.rows[kind].map((row) => ({
        ...{ kind, codeId: row.id, name: row.name },
        ...{ objectId: row.objectId, isImported: isImported(row) },
      })),
    ),
    moves: new Map(),
    gaps: [],
    rowFor: (named) => rowOf(named, textsOf(named.object)),
    filesFor: (rows, added, workspace) => [
      // `promptFile` removes a byte order mark, so the mark of a prompt is written twice.
      ...promptFilesOf(added, (prompt) => prompt.replace(/^\ufeff/, "\ufeff\ufeff")),
      ...(added.length > 0 && !isWritten ? [indexModule(options)] : []),
      ...changedData(data, rows, workspace),
    ],
  };
}

function textsOf(object: WorkspaceObject): Pick<Row, "description" | "allowConflictMarkers"> {
  if (object.kind === "snippet")
    return conflictsIn(object.prompt).length > 0 ? { allowConflictMarkers: true } : {};
  return object.description === null ? {} : { description: object.description };
}

/** The module must run with tsx, after tsc, and in Node.js itself, which only erases types. */
export function indexModule({ fork, isModule, place }: CodeOptions): FileToWrite {
  const packageName = fork === "cdktn" ? "cdktf-outreach/cdktn" : "cdktf-outreach";
  const source = `resolve(${JSON.stringify(place)})`;
  // Without "type": "module", Node.js runs the code as an ES module, and other tools may run it as CommonJS.
  const here = isModule ? "import.meta.dirname" : `typeof __dirname === "undefined" ? ${source} : __dirname`;
  const contents = `// Written once by cdktf-outreach export. You may edit it: a later export changes only objects.json, and adds
// files to prompts.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TerraformStack } from "${fork}";
import type { OutreachSnippetAcknowledgedWarnings } from "${packageName}";
import { OutreachCluster, OutreachSnippet, plainText, promptFile } from "${packageName}";

const here = ${here};
// Compiled code may be in another folder than objects.json.
const folder = existsSync(join(here, "objects.json")) ? here : ${source};

${DECLARATIONS}`;
  return { path: INDEX, contents, expected: null };
}

const DECLARATIONS = `interface ExportedObject {
  readonly id: string;
  readonly name: string;
  /** Id of the object to import, until a state has the object: then "settled" is true. */
  readonly objectId?: string;
  readonly settled?: boolean;
}

interface ExportedObjects {
  readonly clusters: readonly (ExportedObject & { readonly description?: string })[];
  readonly snippets: readonly (ExportedObject & ExportedPrompt)[];
}

interface ExportedPrompt {
  /** Path of the prompt, relative to this folder. */
  readonly file: string;
  readonly allowConflictMarkers?: boolean;
  readonly acknowledgedWarnings?: OutreachSnippetAcknowledgedWarnings[];
}

/** Declares the clusters and snippets of objects.json in a stack, which needs an OutreachProvider. */
export function declareWorkspace(stack: TerraformStack): void {
  const text = readFileSync(join(folder, "objects.json"), "utf8").replace(/^\\ufeff/, "");
  const { clusters, snippets } = JSON.parse(text) as ExportedObjects;
  for (const { description, ...row } of clusters) {
    const texts = description === undefined ? {} : { description: plainText(description) };
    identify(new OutreachCluster(stack, row.id, { name: plainText(row.name), ...texts }), row);
  }
  for (const { file, allowConflictMarkers = false, acknowledgedWarnings = [], ...row } of snippets) {
    const path = join(folder, file);
    const prompt = promptFile(path, { allowConflictMarkers });
    const snippet = new OutreachSnippet(stack, row.id, { name: plainText(row.name), prompt });
    // From this path, pull knows which of several files with equal content is the prompt.
    snippet.node.addMetadata("outreach:prompt-file", path);
    if (acknowledgedWarnings.length > 0) snippet.putAcknowledgedWarnings(acknowledgedWarnings);
    identify(snippet, row);
  }
}

function identify(resource: OutreachCluster | OutreachSnippet, { objectId, settled }: ExportedObject): void {
  if (objectId !== undefined && settled !== true) resource.importFrom(plainText(objectId));
}
`;
