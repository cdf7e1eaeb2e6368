// Builds a release: `npm run release -- --out DIR [--sign KEY] [--platform NAME]… [--unpublished]`. DIR must be
// empty or missing. Without --unpublished, package.json must name the owner (release/owner.ts).
//
//   terraform-provider-outreach_….zip  the provider for one platform, with Node.js inside
//   …_SHA256SUMS, …_manifest.json      what a registry needs beside the zips; with --sign also …_SHA256SUMS.sig
//   index.json, VERSION.json           make the folder a mirror for Terraform
//   npm/                               the packages for npm: the main one, and one for each Windows platform
//   repository/                        README, licence and documentation for the repository of a registry
//
// The same sources give the same bytes; only the signature differs.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleProviderWhole } from "./bundle-provider.mjs";
import { copyForRegistry, signFile, writeArchives, writePackages } from "./release/build-release.ts";
import { installNode } from "./release/node-packages.ts";
import { ownerProblem } from "./release/owner.ts";
import { hostPlatform, platforms } from "./release/platforms.ts";
import { writeWindowsProgram } from "./release/windows-program.ts";
import { root } from "./sources.mjs";

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    sign: { type: "string" },
    unpublished: { type: "boolean", default: false },
    platform: { type: "string", multiple: true, default: platforms.map(({ name }) => name) },
  },
});

function chosenPlatforms() {
  return values.platform.map((name) => {
    const platform = platforms.find((one) => one.name === name);
    if (platform === undefined) throw new Error(`There is no platform ${name}.`);
    return platform;
  });
}

/** npm runs scripts in another folder, so a relative path is resolved. */
function emptyFolder() {
  if (values.out === undefined)
    throw new Error("Name a folder for the release: npm run release -- --out DIR");
  const folder = resolve(process.env.INIT_CWD ?? ".", values.out);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

const problem = values.unpublished
  ? undefined
  : ownerProblem(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
const chosen = chosenPlatforms();
const out = emptyFolder();
const staging = mkdtempSync(join(tmpdir(), "cdktf-outreach-release-"));
try {
  const node = (platform) =>
    installNode(platform, join(root, "scripts/release"), join(root, "node_modules/.cache/release"));
  const host = node(hostPlatform());
  const code = await bundleProviderWhole("src/provider/main.ts");
  const sources = {
    root,
    platforms: chosen,
    node,
    nodeLicence: host.licence,
    writeWindowsProgram: (path, platform) =>
      writeWindowsProgram(path, { host, target: node(platform), code }, staging),
  };
  const sums = await writeArchives(sources, { out, staging });
  writePackages(sources, { out, staging });
  copyForRegistry(root, join(out, "repository"));
  if (values.sign !== undefined) signFile(sums, values.sign);
} finally {
  rmSync(staging, { recursive: true });
}
