// Builds dist, the content of the npm package. The same sources give the same bytes.
//
//   constructs/, simulator/    CommonJS and types, with the folders of src that they import
//   constructs-cdktn/          the constructs once more, compiled against CDK Terrain
//   client/client.cjs          the API client with undici, in one file, and its types beside it
//   prompts/prompts.cjs        `cdktf-outreach/prompts` in one file, beside its types
//   cli/cdktf-outreach.cjs     the command, in one file
//   provider/                  the files that Terraform runs, and no others: the checksum covers every file.
//                              provider.cjs makes the handshake and then loads serving.cjs, which
//                              loads calling.cjs when the provider is configured
//   provider-manifest.json     describes provider/
//
// Terraform on Windows starts neither scripts nor files without the ending .exe. scripts/release makes that
// program, which is too large for this package.
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bundle, nodeVersion } from "./bundle.mjs";
import { bundleProvider, leanUndici } from "./bundle-provider.mjs";
import { compileClientTypes, compileForTerrain, compileLibraries } from "./compile.mjs";
import { hashOfSources, root, stampFile } from "./sources.mjs";

const { version, cdktf } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const address = cdktf.provider.name;
const launcher = `terraform-provider-${address.split("/").at(-1)}_v${version}`;

const dist = join(root, "dist");
/**
 * The folder is inside dist, so that moving the result is a rename, and a killed build leaves its files only
 * here.
 */
const staging = join(dist, ".staging");
const provider = join(staging, "provider");

async function buildAll() {
  const sources = hashOfSources();
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(provider, { recursive: true });
  await Promise.all([
    compileLibraries(staging),
    compileForTerrain(staging),
    compileClientTypes(staging),
    // Users see the names of errors.
    bundlePublic("client", { keepNames: true, plugins: [leanUndici, oneParser] }),
    bundlePublic("prompts", {}),
    bundleCommand(),
    bundleProvider("src/provider/main.ts", provider),
  ]);
  writeLauncher();
  writeManifest();
  rmSync(stampFile, { force: true });
  for (const name of readdirSync(dist)) {
    if (join(dist, name) !== staging) rmSync(join(dist, name), { recursive: true });
  }
  for (const name of readdirSync(staging)) renameSync(join(staging, name), join(dist, name));
  rmSync(staging, { recursive: true });
  writeFileSync(stampFile, sources);
}

/**
 * undici has its parser twice: with and without SIMD. The command and the client read few responses, so they
 * need only one parser.
 */
const oneParser = {
  name: "one-parser",
  setup(build) {
    const contents = `module.exports = require("./llhttp-wasm.js");`;
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/ }, () => ({
      contents,
    }));
  },
};

/** Bundles `src/NAME/public.ts`. */
async function bundlePublic(name, options) {
  const entry = `src/${name}/public.ts`;
  const { code } = await bundle(entry, { target: `node${nodeVersion}`, minify: true, ...options });
  mkdirSync(join(staging, name), { recursive: true });
  writeFileSync(join(staging, name, `${name}.cjs`), code);
}

async function bundleCommand() {
  const { code } = await bundle("src/commands/cdktf-outreach.ts", {
    target: `node${nodeVersion}`,
    minify: true,
    // Users see the names of errors.
    keepNames: true,
    // Both packages are optional peer dependencies.
    external: ["@cdktf/hcl2json", "@cdktn/hcl2json"],
    plugins: [leanUndici, oneParser],
  });
  const file = join(staging, "cli/cdktf-outreach.cjs");
  mkdirSync(join(staging, "cli"));
  writeFileSync(file, `#!/usr/bin/env node\n${code}`);
  chmodSync(file, 0o755);
}

function writeLauncher() {
  const script = readFileSync(join(root, "scripts/provider-launcher.sh"), "utf8");
  writeFileSync(join(provider, launcher), script.replaceAll("@NODE_VERSION@", nodeVersion));
  chmodSync(join(provider, launcher), 0o755);
}

function writeManifest() {
  const { hashOfFolder } = createRequire(import.meta.url)(join(staging, "placing/provider-package.js"));
  const files = readdirSync(provider)
    .sort()
    .map((name) => ({ name }));
  const manifest = { address, version, launcher, files, hash: hashOfFolder(provider) };
  writeFileSync(join(staging, "provider-manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

await buildAll();
