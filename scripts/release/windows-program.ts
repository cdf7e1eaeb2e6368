import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { NodePackage } from "./node-packages";

/**
 * Names that Node.js uses in single executable applications: the resource, and the mark that `postject`
 * changes.
 */
const RESOURCE = "NODE_SEA_BLOB";
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/**
 * Offsets in a 64-bit Windows program (Microsoft's "PE Format"). The second offset is relative to the PE
 * signature.
 */
const PE_OFFSET = 0x3c;
const CHECKSUM = 24 + 64;
const CERTIFICATE_TABLE = 24 + 112 + 4 * 8;

interface Inject {
  inject(program: string, resource: string, data: Buffer, options: { sentinelFuse: string }): Promise<void>;
}

interface Sources {
  /**
   * The Node.js of this machine. Its version must be the version of `target`, because `target` reads the
   * output.
   */
  readonly host: NodePackage;
  readonly target: NodePackage;
  readonly code: string;
}

/** The program is Node.js with the code of one file inside. */
export async function writeWindowsProgram(
  path: string,
  { host, target, code }: Sources,
  folder: string,
): Promise<void> {
  const names = { main: "provider.cjs", output: "provider.blob" };
  writeFileSync(join(folder, names.main), code);
  writeFileSync(join(folder, "sea.json"), JSON.stringify({ ...names, disableExperimentalSEAWarning: true }));
  // The output contains the name of `main`, so the names are relative.
  const made = spawnSync(host.program, ["--experimental-sea-config", "sea.json"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (made.status !== 0)
    throw new Error(`${host.program} made no program data: ${made.error?.message ?? made.stderr}`);
  writeFileSync(path, withoutSignature(readFileSync(target.program)));
  const { inject } = createRequire(join(host.folder, "any.js"))("postject") as Inject;
  await inject(path, RESOURCE, readFileSync(join(folder, names.output)), { sentinelFuse: FUSE });
  for (const name of [...Object.values(names), "sea.json"]) rmSync(join(folder, name));
}

/** A change would make the signature wrong, so the signature is removed. */
export function withoutSignature(program: Buffer): Buffer {
  const header = program.readUInt32LE(PE_OFFSET);
  if (program.toString("latin1", header, header + 4) !== "PE\0\0")
    throw new Error("This is no program for Windows.");
  const table = header + CERTIFICATE_TABLE;
  const start = program.readUInt32LE(table);
  // The certificates are the last part of a signed file.
  const unsigned = Buffer.from(start === 0 ? program : program.subarray(0, start));
  unsigned.writeUInt32LE(0, header + CHECKSUM);
  unsigned.fill(0, table, table + 8);
  return unsigned;
}
