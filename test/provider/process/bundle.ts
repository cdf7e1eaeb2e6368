import { spawnSync } from "node:child_process";
import { root } from "../../../bench/root";

/** Bundles a program as the provider is bundled, into a folder. Returns the message of the error, if any. */
export function bundleAsProvider(entry: string, folder: string): string {
  // The script is a module, which Jest does not load.
  const script = `
    import { bundleProvider } from "./scripts/bundle-provider.mjs";
    await bundleProvider(process.argv[1], process.argv[2]).catch(({ message }) => console.log(message));`;
  const args = ["--input-type=module", "--eval", script, entry, folder];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}
