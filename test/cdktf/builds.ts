import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDER_VERSION } from "../../src/provider/version";
import type { CdktfProject } from "./harness";

interface Build {
  /** @default this repository's version */
  readonly version?: string;
  /** Makes the provider's bytes differ. */
  readonly comment?: string;
}

/** Installs the package into a project as another build of it would be, in place of one that is there. */
export function installBuild(
  project: CdktfProject,
  { version = PROVIDER_VERSION, comment = "" }: Build,
): void {
  const folder = project.installCopy();
  const provider = join(folder, "dist/provider");
  appendFileSync(join(provider, "provider.cjs"), `// ${comment}\n`);
  const launcher = `terraform-provider-outreach_v${version}`;
  renameSync(join(provider, `terraform-provider-outreach_v${PROVIDER_VERSION}`), join(provider, launcher));

  const bindings = join(folder, "dist/constructs/generated/provider.js");
  const required = readFileSync(bindings, "utf8").replaceAll(`'${PROVIDER_VERSION}'`, `'${version}'`);
  writeFileSync(bindings, required);

  const files = readdirSync(provider).sort();
  const manifest = join(folder, "dist/provider-manifest.json");
  writeFileSync(
    manifest,
    JSON.stringify({
      ...(JSON.parse(readFileSync(manifest, "utf8")) as object),
      version,
      launcher,
      files: files.map((name) => ({ name, size: readFileSync(join(provider, name)).length })),
      hash: checksum(provider, files),
    }),
  );
}

function checksum(folder: string, files: readonly string[]): string {
  const lines = files.map((name) => {
    const hash = createHash("sha256").update(readFileSync(join(folder, name)));
    return `${hash.digest("hex")}  ${name}\n`;
  });
  return `h1:${createHash("sha256").update(lines.join("")).digest("base64")}`;
}
