// Reports whether dist was built from the current sources.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * A build writes this file last. npm leaves the file out of the package, because its name starts with a dot.
 */
export const stampFile = join(root, "dist/.sources");

const inputs = [
  "src",
  "scripts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
];

export function hashOfSources() {
  const hash = createHash("sha256");
  for (const path of inputs.flatMap(filesBelow)) {
    const contents = readFileSync(join(root, path));
    hash.update(`${path}\0${contents.length}\0`).update(contents);
  }
  return hash.digest("hex");
}

function filesBelow(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}

export function distIsCurrent() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === hashOfSources();
}
