import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, nodeVersion } from "./bundle.mjs";
import { root } from "./sources.mjs";

/** A provider loads these files for the handshake, after the handshake, and when it is configured. */
const providerFiles = ["provider.cjs", "serving.cjs", "calling.cjs"];

/**
 * An old Node.js must parse the file to print that it is too old, so the target is older than the provider
 * needs.
 */
const shipped = { target: "node16.11", minify: true, supported: { "dynamic-import": false } };

/**
 * Writes the files of a provider into a folder. If the options request external source maps, writes a map
 * named `….cjs.map` beside each file. The given options of esbuild override those of the shipped provider.
 *
 * @param {string} entry a path below the root
 * @param {string} folder
 * @param {import("esbuild").BuildOptions} options
 */
export async function bundleProvider(entry, folder, options = {}) {
  /** @type {Parameters<typeof bundle>[0]} */
  let part = entry;
  /** @type {Set<string>} */
  let here = new Set();
  /** @type {string[]} */
  let sourcesBefore = [];
  for (const [index, name] of providerFiles.entries()) {
    /** @type {Set<string>} */
    const later = new Set();
    const next = providerFiles[index + 1];
    const plugins = next === undefined ? [leanUndici] : [intoNextFile(next, later, here)];
    const outfile = join(folder, name);
    const head = index === 0 ? nodeVersionCheck() : "";
    const { code, map, inputs } = await bundle(part, { ...shipped, ...options, plugins, outfile }, head);
    const sources = inputs.filter((path) => path.startsWith("src/"));
    if (next === undefined) {
      refuseCopies(name, sources, sourcesBefore);
      refuseSpared(name, code, inputs);
    }
    sourcesBefore = sources;
    writeFileSync(outfile, code);
    if (map !== undefined) writeFileSync(`${outfile}.map`, map);
    const contents = [...later].map((path) => `export * from ${JSON.stringify(path)};`).join("\n");
    part = { contents, resolveDir: root };
    here = later;
  }
}

/**
 * Returns the code of a provider in one file. A program with Node.js inside loads no other files.
 *
 * @param {string} entry a path below the root
 */
export async function bundleProviderWhole(entry) {
  const { code, inputs } = await bundle(entry, { ...shipped, plugins: [leanUndici] });
  refuseSpared("The provider in one file", code, inputs);
  return code;
}

/**
 * V8 reads a whole file before running it, so modules that a file imports dynamically move into the next
 * file. The modules `here` belong into this file.
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
 * Replacements of modules that undici loads and the client does not need: HTTP/2, which undici uses only with
 * a setting, and fetch, which it uses only for form bodies. Assertions of Node build their messages on each
 * request, which costs more than the checks.
 */
const spared = {
  http2: `module.exports = () => { throw new Error("This build of undici has no HTTP/2."); };`,
  forms: `module.exports = { extractBody() { throw new Error("This build of undici sends no forms."); } };`,
  "node:http": `module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} };`,
  "node:assert": `
    module.exports = (value, message) => {
      if (!value) throw message instanceof Error ? message : new Error(message ?? "An assertion of undici has failed.");
    };`,
};

const FORMS = /[\\/]undici[\\/]lib[\\/]web[\\/]fetch[\\/]body\.js$/;

export const leanUndici = {
  name: "lean-undici",
  setup(build) {
    build.onResolve({ filter: /^node:(http|assert)$/ }, ({ path, importer }) =>
      /[\\/]undici[\\/]/.test(importer) ? { path, namespace: "spared" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "spared" }, ({ path }) => ({ contents: spared[path] }));
    const replace = (filter, contents) => build.onLoad({ filter }, () => ({ contents }));
    replace(/[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/, spared.http2);
    replace(FORMS, spared.forms);
  },
};

/** A second copy of a module would have its own state and its own error classes. */
function refuseCopies(name, sources, sourcesBefore) {
  const twice = sources.filter((source) => sourcesBefore.includes(source));
  if (twice.length > 0) throw new Error(`${name} must not hold a second copy of ${twice.join(", ")}.`);
}

/**
 * A new version of undici may use other file names or other modules, so this function throws if undici loads
 * a replaced module.
 */
function refuseSpared(name, code, inputs) {
  const loaded = code.matchAll(/\brequire\(\s*["'`]((?:node:)?(?:https?|http2|assert)(?:\/\w+)?)["'`]\s*\)/g);
  const ofFetch = inputs.filter((path) => path.includes("undici/lib/web/") && !FORMS.test(path));
  const modules = [...new Set([...Array.from(loaded, ([, module]) => module), ...ofFetch])];
  if (modules.length === 0) return;
  throw new Error(
    `${name} must not load ${modules.join(", ")}. Has undici changed? See leanUndici in scripts/bundle-provider.mjs.`,
  );
}

/** Terraform shows the line that a provider prints on stdout. */
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
    // Terraform may lose the line of a process that has ended, so this process waits for Terraform to end it.
    if (typeof Atomics === "object") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  }
  process.exit(1);
})();
`;
}
