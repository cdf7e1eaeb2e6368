// Builds dist, what the npm package holds. The same sources give the same bytes.
//
//   constructs/, simulator/    CommonJS and types, with the folders of src that they import
//   cli/cdktf-outreach.cjs     the command, in one file
//   provider/                  what Terraform runs; nothing else may lie in it, the checksum covers every file.
//                              provider.cjs makes the handshake and then loads serving.cjs, which
//                              loads calling.cjs with the first call to the API
//   provider-manifest.json     describes provider/
//
// Windows would need a real terraform-provider-outreach_v….exe in provider/, because Terraform there starts neither
// scripts nor names without that ending. Until there is one that is tested on Windows, none is built.
import { build } from "esbuild";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOfSources, root, stampFile } from "./sources.mjs";

const { version, engines, cdktf } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const address = cdktf.provider.name;
const launcher = `terraform-provider-${address.split("/").at(-1)}_v${version}`;
const nodeVersion = engines.node.replace(">=", "");

const dist = join(root, "dist");
/** Below dist, so that moving the result is a rename, and that what a killed build leaves is not seen. */
const staging = join(dist, ".staging");

async function buildAll() {
  const sources = hashOfSources();
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(join(staging, "provider"), { recursive: true });
  await Promise.all([compileLibraries(), bundleCommand(), bundleProvider()]);
  writeManifest();
  rmSync(stampFile, { force: true });
  for (const name of readdirSync(dist)) {
    if (join(dist, name) !== staging) rmSync(join(dist, name), { recursive: true });
  }
  for (const name of readdirSync(staging)) renameSync(join(staging, name), join(dist, name));
  rmSync(staging, { recursive: true });
  writeFileSync(stampFile, sources);
}

function compileLibraries() {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", join(root, "tsconfig.build.json"), "--outDir", staging];
  return new Promise((done, fail) => {
    const compiler = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
    compiler.on("error", fail).on("close", (status) => {
      if (status === 0) done();
      else fail(new Error("The constructs or the simulator do not compile, see above."));
    });
  });
}

async function bundleCommand() {
  const { code } = await bundle("src/cli/cdktf-outreach.ts", { target: `node${nodeVersion}`, minify: false });
  const file = join(staging, "cli/cdktf-outreach.cjs");
  mkdirSync(join(staging, "cli"));
  writeFileSync(file, `#!/usr/bin/env node\n${code}`);
  chmodSync(file, 0o755);
}

async function bundleProvider() {
  // Older than the provider needs: an old Node must be able to parse the file to print the sentence at its head.
  const options = { target: "node16.11", minify: true, supported: { "dynamic-import": false } };
  let entry = "src/provider/main.ts";
  let here = new Set();
  let sourcesBefore = [];
  for (const [index, name] of providerFiles.entries()) {
    const later = new Set();
    const next = providerFiles[index + 1];
    const plugins = next === undefined ? [leanUndici] : [intoNextFile(next, later, here)];
    const { code, sources } = await bundle(entry, { ...options, plugins });
    // Two copies of what has a state, or of an error's class, would not know each other.
    const twice = next === undefined ? sources.filter((source) => sourcesBefore.includes(source)) : [];
    if (twice.length > 0) throw new Error(`${name} must not hold a second copy of ${twice.join(", ")}.`);
    sourcesBefore = sources;
    writeFileSync(join(staging, "provider", name), index === 0 ? nodeVersionCheck() + code : code);
    const contents = [...later].map((path) => `export * from ${JSON.stringify(path)};`).join("\n");
    entry = { contents, resolveDir: root };
    here = later;
  }
  const script = readFileSync(join(root, "scripts/provider-launcher.sh"), "utf8");
  writeFileSync(join(staging, "provider", launcher), script.replace("@NODE_VERSION@", nodeVersion));
  chmodSync(join(staging, "provider", launcher), 0o755);
}

const providerFiles = ["provider.cjs", "serving.cjs", "calling.cjs"];

/**
 * Every dynamic import of our own in one file leads to the next one, except of what is in this one on purpose: `here`. V8
 * reads a file before it runs it, so what is not needed yet must not lie in it.
 */
function intoNextFile(next, later, here) {
  return {
    name: "into-next-file",
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\// }, async ({ kind, path, resolveDir, pluginData }) => {
        if (kind !== "dynamic-import" || pluginData === "resolved") return undefined;
        const { path: file } = await build.resolve(path, { kind, resolveDir, pluginData: "resolved" });
        if (here.has(file)) return undefined;
        later.add(file);
        return { path: `./${next}`, external: true };
      });
    },
  };
}

/**
 * What undici loads and our client has no use for. Its HTTP/2, and with it Node's, is for a setting that we do not make. Of
 * Node's HTTP it takes a number and a class that no body of ours is of. Node's assertions word what was expected, which
 * takes longer for each request than the checks.
 */
const spared = {
  http2: `module.exports = () => { throw new Error("This build of undici has no HTTP/2."); };`,
  "node:http": `module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} };`,
  "node:assert": `
    module.exports = (value, message) => {
      if (!value) throw message instanceof Error ? message : new Error(message ?? "An assertion of undici has failed.");
    };`,
};

const leanUndici = {
  name: "lean-undici",
  setup(build) {
    build.onResolve({ filter: /^node:(http|assert)$/ }, ({ path }) => ({ path, namespace: "spared" }));
    build.onLoad({ filter: /.*/, namespace: "spared" }, ({ path }) => ({ contents: spared[path] }));
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: spared.http2,
    }));
  },
};

/** Says on both outputs that Node is too old: Terraform shows the first line of the standard one. */
function nodeVersionCheck() {
  const message = `The outreach provider needs Node.js ${nodeVersion} or newer, and this is `;
  return `(function () {
  var have = process.versions.node.split("."), need = ${JSON.stringify(nodeVersion.split("."))}, i = 0;
  while (i < 2 && have[i] === need[i]) i++;
  if (Number(have[i]) >= Number(need[i])) return;
  var message = ${JSON.stringify(message)} + process.version + ".\\n";
  require("fs").writeSync(2, message);
  if (!process.stdout.isTTY) {
    require("fs").writeSync(1, message);
    // Terraform may lose the line of a process that has ended already, so this one waits until Terraform ends it.
    if (typeof Atomics === "object") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  }
  process.exit(1);
})();
`;
}

/** One file of CommonJS, headed by the licences of what it includes, and the sources of ours in it. */
async function bundle(entry, options) {
  const result = await build({
    ...options,
    ...(typeof entry === "string" ? { entryPoints: [join(root, entry)] } : { stdin: entry }),
    bundle: true,
    platform: "node",
    format: "cjs",
    // A file in ASCII takes V8 half the memory, and less time, to read.
    charset: "ascii",
    legalComments: "none",
    absWorkingDir: root,
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  const inputs = Object.keys(result.metafile.inputs);
  const sources = inputs.filter((path) => path.startsWith("src/"));
  return { code: licences(inputs) + result.outputFiles[0].text, sources };
}

function licences(inputs) {
  const packages = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  return [...packages].sort().map(licenceOf).join("");
}

function licenceOf(folder) {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence file that could be included.`);
  const text = readFileSync(join(root, folder, file), "utf8").trim();
  return `/*! Includes ${name} ${version}:\n\n${text.replaceAll("*/", "* /")}\n*/\n`;
}

function writeManifest() {
  const folder = join(staging, "provider");
  const files = readdirSync(folder)
    .sort()
    .map((name) => ({ name, contents: readFileSync(join(folder, name)) }));
  const manifest = {
    address,
    version,
    launcher,
    files: files.map(({ name, contents }) => ({ name, size: contents.length })),
    hash: folderHash(files),
  };
  writeFileSync(join(staging, "provider-manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Terraform's checksum of a provider folder: SHA-256 over the lines that sha256sum would print (cdktf.md, section 3). */
function folderHash(files) {
  const sha256 = (data) => createHash("sha256").update(data);
  const lines = files.map(({ name, contents }) => `${sha256(contents).digest("hex")}  ${name}\n`);
  return `h1:${sha256(lines.join("")).digest("base64")}`;
}

await buildAll();
