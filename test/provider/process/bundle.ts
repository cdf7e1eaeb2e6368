import { spawnSync } from "node:child_process";
import { root } from "../../../bench/root";

/** Bundles a program as the provider is bundled, into a folder. Returns the message of the error, if any. */
export function bundleAsProvider(entry: string, folder: string): string {
  return bundleAsProviders([entry, folder])[0]!;
}

/** Bundles several programs in one process. Returns a message for each, which is empty without an error. */
export function bundleAsProviders(
  ...programs: readonly (readonly [entry: string, folder: string])[]
): string[] {
  // The script is a module, which Jest does not load.
  const script = `
    import { bundleProvider } from "./scripts/bundle-provider.mjs";
    const programs = JSON.parse(process.argv[1]);
    const bundle = ([entry, folder]) => bundleProvider(entry, folder).then(() => "", ({ message }) => message);
    console.log(JSON.stringify(await Promise.all(programs.map(bundle))));`;
  const args = ["--input-type=module", "--eval", script, JSON.stringify(programs)];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}
