import { existsSync, readdirSync } from "node:fs";

/**
 * Lists the names of the files in a folder that Terraform or OpenTofu reads, sorted; none if the folder is
 * missing. Both engines ignore names that begin with a dot. The names of editors' copies end with `~` or `#`.
 */
export function configurationFiles(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /^[^.].*\.(tf|tofu)(\.json)?$/s.test(name)).sort();
}
