import { mkdirSync } from "node:fs";
import { codeFor } from "../../../src/commands/export/code";
import type { ExportedCode } from "../../../src/commands/export/objects-file";
import type { StateObject } from "../../../src/estate/states/state-file";
import type { WorkspaceObject } from "../../../src/estate/workspace/workspace";
import { writeFiles } from "../../../src/util/files/write-whole";

export const WORKSPACE = { salt: "00", digest: "00" };

/** Decides as an export that has read these objects. */
export function decided(
  out: string,
  code: ExportedCode,
  objects: readonly WorkspaceObject[],
  managed: readonly StateObject[] = [],
) {
  const selection = {
    managed,
    inStates: managed,
    isSelected: () => true,
    folder: out,
    workspace: WORKSPACE,
  };
  return codeFor({ listed: objects, objects, failures: [] }, code, selection);
}

/** Writes the files that add objects to a folder. */
export function writeExport(...[out, ...rest]: Parameters<typeof decided>) {
  const made = decided(out, ...rest);
  mkdirSync(out, { recursive: true });
  writeFiles(out, made.files);
  return { ...made, added: made.added.map(({ codeId }) => codeId) };
}
