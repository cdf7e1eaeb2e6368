import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { hashOfFolder, pathOf, type ProviderPackage } from "../../install";

/**
 * Returns why the provider in the folder of a platform cannot be used; undefined if it can be used.
 * @throws Error naming a file that cannot be read
 */
export function faultOf(provider: ProviderPackage, folder: string): string | undefined {
  if (!existsSync(folder)) return "its files are missing";
  if (!isComplete(provider, folder)) return "its files are not those of the package";
  try {
    accessSync(join(folder, provider.launcher), constants.X_OK);
    return undefined;
  } catch {
    return `${provider.launcher} is not executable`;
  }
}

/** Compares names and sizes before it reads the files: another file may be large, or a pipe. */
function isComplete(provider: ProviderPackage, folder: string): boolean {
  const { hash, files } = provider;
  if (!statSync(folder).isDirectory()) return false;
  const names = files.map(({ name }) => name).sort();
  if (readdirSync(folder).sort().join("/") !== names.join("/")) return false;
  const hasSizes = files.every((file) => {
    const found = statSync(join(folder, file.name));
    return found.isFile() && found.size === statSync(pathOf(provider, file)).size;
  });
  return hasSizes && hashOfFolder(folder) === hash;
}
