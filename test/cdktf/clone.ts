import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addTsx, CDKTF, ROOT } from "./harness";

/**
 * Makes a folder of what the examples need, as they are in a clone after `npm run setup`, and returns its path.
 * The sources are a link, because nothing writes to them. The build is a copy: a set-up that finds it out of
 * date builds it anew.
 */
export function cloneInto(base: string): string {
  const copy = join(base, "clone");
  for (const part of [
    ...["dist", "examples", "scripts", "cdktf.json", "package.json", "package-lock.json"],
    ...["tsconfig.json", "tsconfig.build.json"],
  ]) {
    // With the times of the original, by which the set-up tells whether anything has to be installed.
    cpSync(join(ROOT, part), join(copy, part), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(join(ROOT, "src"), join(copy, "src"));
  const modules = join(copy, "node_modules");
  mkdirSync(join(modules, "cdktf-cli/bundle/bin"), { recursive: true });
  addTsx(modules);
  // The examples run cdktf-cli by this path.
  writeFileSync(join(modules, "cdktf-cli/bundle/bin/cdktf"), `require(${JSON.stringify(CDKTF)});\n`);
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    if (name !== "cdktf-cli" && name !== "tsx")
      symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  }
  return copy;
}
