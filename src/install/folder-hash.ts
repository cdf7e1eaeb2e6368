import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns Terraform's checksum of a provider folder: `h1:` and the Base64 of a SHA-256 over the lines that
 * sha256sum would print of its files, by name (cdktf.md, section 3).
 */
export function hashOfFolder(folder: string): string {
  const sha256 = (data: string | Buffer) => createHash("sha256").update(data);
  const lines = readdirSync(folder)
    .sort()
    .map((name) => `${sha256(readFileSync(join(folder, name))).digest("hex")}  ${name}\n`);
  return `h1:${sha256(lines.join("")).digest("base64")}`;
}
