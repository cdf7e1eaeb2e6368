import { createHash } from "node:crypto";

const PROTOCOL = "6.0";

export interface Archive {
  readonly platform: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Terraform's checksum of the unpacked files, `h1:…`. */
  readonly contentHash: string;
}

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

/** The manifest tells a registry the protocol of the provider. */
export function registryManifest(): string {
  return json({ version: 1, metadata: { protocol_versions: [PROTOCOL] } });
}

/** A registry compares each download with its line. sha256sum prints the same lines. */
export function checksums(files: Readonly<Record<string, Uint8Array | string>>): string {
  return Object.keys(files)
    .sort()
    .map((name) => `${sha256(files[name]!)}  ${name}\n`)
    .join("");
}

/** With these files, a network mirror can serve the folder of the zips. */
export function mirrorFiles(version: string, archives: readonly Archive[]): Readonly<Record<string, string>> {
  const described = archives.map(({ platform, name, bytes, contentHash }) => [
    platform,
    { url: name, hashes: [contentHash, `zh:${sha256(bytes)}`] },
  ]);
  return {
    "index.json": json({ versions: { [version]: {} } }),
    [`${version}.json`]: json({ archives: Object.fromEntries(described) as object }),
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
