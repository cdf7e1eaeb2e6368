import { lstatSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { laterAddresses, withoutKey } from "../../estate/rows";
import type { StateObject } from "../../estate/states/state-file";
import { keyOf, type Kind, type ListedObject, type WorkspaceObject } from "../../estate/workspace/workspace";
import type { WorkspaceIdentity } from "../../objects/kinds";
import type { FileToWrite } from "../../util/files/write-whole";
import { groupBy } from "../../util/lists";
import { cdktfCode } from "./cdktf-code";
import { hclCode } from "./hcl-code";
import { addressOf, nameObjects } from "./names";
import { type ExportedCode, isMarkOf, type WorkspaceMark } from "./objects-file";
import type { ExportOptions } from "./options";
import type { Reading, Scope } from "./look";

export async function readCode(options: ExportOptions, signal: AbortSignal): Promise<ExportedCode> {
  return options.format === "hcl" ? hclCode(options.out, signal) : cdktfCode(options.out, options);
}

export async function openCode(
  options: ExportOptions,
  identity: WorkspaceIdentity,
  signal: AbortSignal,
): Promise<ExportedCode> {
  const code = await readCode(options, signal);
  const { workspace, path } = code.data;
  if (workspace === undefined || isMarkOf(workspace, identity)) return code;
  throw new Error(
    `${relative(process.cwd(), path)} belongs to another workspace than the configured one, so nothing was written. ` +
      "Correct OUTREACH_BASE_URL and OUTREACH_WORKSPACE_ID, or export this workspace into another folder with --out. " +
      'If only the address of the API has changed, remove "workspace" from that file.',
  );
}

interface Selection extends Pick<Scope, "managed" | "isSelected"> {
  readonly inStates: readonly StateObject[];
  readonly folder: string;
  readonly workspace: WorkspaceMark;
}

export function wantedFor(
  { declared }: ExportedCode,
  managed: Scope["managed"],
  isSelected: Scope["isSelected"] = () => true,
) {
  const known = new Set(managed.map(keyOf));
  for (const { kind, objectId: id } of declared) if (id !== undefined) known.add(keyOf({ kind, id }));
  return (object: ListedObject) => !known.has(keyOf(object)) && isSelected(object);
}

/**
 * Decides which objects are added to the code. Skips an id whose prompt file has another text. A prompt file
 * with the same text may be from an interrupted export.
 */
export function codeFor(reading: Omit<Reading, "lists">, code: ExportedCode, selection: Selection) {
  const isWanted = wantedFor(code, selection.managed, selection.isSelected);
  const resourceOf = unidentified(code, selection.inStates);
  const failures = [...reading.failures];
  const objects: WorkspaceObject[] = [];
  for (const object of reading.objects.filter(isWanted)) {
    const resource = resourceOf(object);
    const message =
      `${resource?.codeId} in the code has the same name and no import, so it may be this object. ` +
      "Import the object there, give the resource another name, or remove it.";
    if (resource === undefined) objects.push(object);
    else failures.push({ object, message });
  }
  const handled = new Set([...reading.objects, ...reading.failures.map(({ object }) => object)].map(keyOf));
  const message = "The code declared it when the command started, and no longer does.";
  for (const object of reading.listed)
    if (isWanted(object) && !handled.has(keyOf(object))) failures.push({ object, message });
  const inUse = new Set(code.declared.map(({ codeId }) => codeId));
  for (;;) {
    const added = nameObjects(objects, inUse);
    const rowsOf = (kind: Kind) => [
      ...code.rows[kind],
      ...added.filter(({ object }) => object.kind === kind).map((one) => code.rowFor(one)),
    ];
    const rows = { cluster: rowsOf("cluster"), snippet: rowsOf("snippet") };
    const files = code.filesFor(rows, added, selection.workspace);
    const taken = files.filter((file) => isTaken(selection.folder, file));
    if (taken.length === 0) return { added, files, failures };
    for (const { path } of taken) inUse.add(basename(path, ".md"));
  }
}

/**
 * A declared resource may already manage the object if it has the object's name, and neither code nor state
 * shows which object it manages. The returned function finds this resource.
 */
function unidentified({ declared, moves }: ExportedCode, inStates: readonly StateObject[]) {
  const deposed = inStates.filter(({ isDeposed }) => isDeposed).map(({ address }) => withoutKey(address));
  const inState = new Set([...laterAddresses(inStates, moves).values(), ...deposed]);
  const unknown = declared.filter(
    ({ kind, codeId, objectId }) => objectId === undefined && !inState.has(addressOf(kind, codeId)),
  );
  const byName = groupBy(unknown, ({ kind, name }) => name && `${kind} ${name.normalize("NFC")}`);
  return ({ kind, name }: ListedObject) => byName.get(`${kind} ${name.normalize("NFC")}`)?.[0];
}

function isTaken(folder: string, { path, contents }: FileToWrite): boolean {
  const file = join(folder, path);
  const found = path.endsWith(".md") ? lstatSync(file, { throwIfNoEntry: false }) : undefined;
  return found !== undefined && !(found.isFile() && readFileSync(file, "utf8") === contents);
}
