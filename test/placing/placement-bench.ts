import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProviderPackage, hashOfFolder, type ProviderPackage } from "../../src/placing/provider-package";

export const ADDRESS = "registry.example/outreach/outreach";

/** The folder with the versions of the provider. */
export const versionsIn = (stack: string) => join(stack, "terraform.d/plugins", ADDRESS);

/** A temporary folder for stacks and built providers, which is removed after the tests of the file. */
export function placementBench() {
  const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-install-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Makes a provider of two small files, described as a build describes it. */
  function providerOf(version: string, code: string): ProviderPackage {
    const dist = mkdtempSync(join(folder, "dist-"));
    const launcher = `terraform-provider-outreach_v${version}`;
    const files = [
      { name: "provider.cjs", text: code },
      { name: launcher, text: "#!/bin/sh\n" },
    ];
    mkdirSync(join(dist, "provider"));
    for (const { name, text } of files) writeFileSync(join(dist, "provider", name), text, { mode: 0o444 });
    const hash = hashOfFolder(join(dist, "provider"));
    const names = files.map(({ name }) => ({ name }));
    const manifest = { address: ADDRESS, version, launcher, files: names, hash };
    writeFileSync(join(dist, "provider-manifest.json"), JSON.stringify(manifest));
    return findProviderPackage(dist);
  }

  return { folder, newStackFolder: () => mkdtempSync(join(folder, "stack-")), providerOf };
}
