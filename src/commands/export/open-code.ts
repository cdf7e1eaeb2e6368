import { relative } from "node:path";
import type { WorkspaceIdentity } from "../../objects/kinds";
import type { ExportedCode } from "./format";
import { hclCode } from "./hcl-code";
import type { ExportOptions } from "./options";
import { scriptCode } from "./script-code";
import { isMarkOf } from "./workspace-mark";

/**
 * Reads the code of earlier exports.
 * @throws Error naming a file that cannot be read, or the data file if it belongs to another workspace
 */
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

/** Reads the code of earlier exports, of any workspace. */
export async function readCode(options: ExportOptions, signal: AbortSignal): Promise<ExportedCode> {
  return options.format === "hcl" ? hclCode(options.out, signal) : scriptCode(options.out, options);
}
