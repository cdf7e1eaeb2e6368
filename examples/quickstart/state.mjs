import { existsSync, readFileSync } from "node:fs";

/**
 * True where a state file holds resources other than those of the given workspace. A destroy leaves an empty one, and a
 * quickstart that was killed one whose objects went with its simulator: neither is a deployment that somebody wants back.
 */
export function holdsDeployment(file, workspace) {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, "utf8");
  // It is empty where a run was killed before the first write.
  if (text.trim() === "") return false;
  const { resources } = parse(text, file);
  const isOfWorkspace = ({ attributes }) => attributes?.workspace_id === workspace;
  return resources?.every(({ instances }) => instances?.every(isOfWorkspace)) !== true;
}

function parse(text, file) {
  try {
    return JSON.parse(text);
  } catch {
    // Half of it, where the disk was full. It may be of a deployment, so that it is not ours to remove.
    throw new Error(`${file} is not a whole state. Move it elsewhere, then run this again.`);
  }
}
