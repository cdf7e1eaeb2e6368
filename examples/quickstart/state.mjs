import { existsSync, readFileSync } from "node:fs";

/**
 * Reports whether a state file holds resources of another workspace than the given one. A destroy leaves an
 * empty state, and a killed quickstart leaves the state of lost objects: neither is a deployment to keep.
 */
export function holdsDeployment(file, workspace) {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, "utf8");
  // The file is empty if a run was killed before the first write.
  if (text.trim() === "") return false;
  const { resources } = parse(text, file);
  const isOfWorkspace = ({ attributes }) => attributes?.workspace_id === workspace;
  return resources?.every(({ instances }) => instances?.every(isOfWorkspace)) !== true;
}

function parse(text, file) {
  try {
    return JSON.parse(text);
  } catch {
    // A full disk may have cut the file. The file may belong to a deployment, so it is not removed.
    throw new Error(`${file} is not a whole state. Move it elsewhere, then run this again.`);
  }
}
