import { existsSync, readFileSync } from "node:fs";

/** Terraform leaves a state file behind after a destroy, too; what counts is what it holds. */
export function holdsResources(file) {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, "utf8");
  // It is empty where a run was killed before the first write.
  if (text.trim() === "") return false;
  return JSON.parse(text).resources?.length !== 0;
}
