import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

const shared = () => join(process.env["SHARED_BY_TESTS"]!, "cdktf-outreach.cjs");

/** Returns the place of the code cache for a subcommand, which runs other functions than the others. */
export function codeCacheFor([command = ""]: readonly string[]): string {
  return `${shared()}.${encodeURIComponent(command)}.cache`;
}

/**
 * Returns the bundle of the command that all test files of a run share. The first file that needs it builds it,
 * which takes half a second of CPU.
 */
export function sharedBundle(): string {
  const bundle = shared();
  if (existsSync(bundle)) return bundle;
  // Another worker may build it at the same time.
  const temporary = `${bundle}.${process.pid}`;
  buildSync({
    entryPoints: [join(__dirname, "../../src/commands/cdktf-outreach.ts")],
    outfile: temporary,
    bundle: true,
    platform: "node",
    format: "cjs",
    // The parser of HCL is no part of the bundle; Node finds it beside the package.
    external: ["@cdktf/hcl2json", "@cdktn/hcl2json"],
    // Node.js 20 has no loader for an `import()` of a script that comes from a code cache, so the bundle has `require`.
    supported: { "dynamic-import": false },
  });
  renameSync(temporary, bundle);
  return bundle;
}
