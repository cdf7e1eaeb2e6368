import { build } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./sources.mjs";

const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

export const nodeVersion = engines.node.replace(">=", "");

/**
 * Bundles an entry into one file of CommonJS. The text has `head`, the licences of the included packages and
 * the code. Also returns the paths of the inputs and, if the options request it, the source map.
 *
 * @param {string | import("esbuild").StdinOptions} entry a path below the root, or the text of a module
 * @param {import("esbuild").BuildOptions} options
 */
export async function bundle(entry, options, head = "") {
  const result = await build({
    ...options,
    ...(typeof entry === "string" ? { entryPoints: [join(root, entry)] } : { stdin: entry }),
    bundle: true,
    platform: "node",
    format: "cjs",
    // V8 reads a file in ASCII faster and with half the memory.
    charset: "ascii",
    legalComments: "none",
    absWorkingDir: root,
    metafile: /** @type {const} */ (true),
    write: /** @type {const} */ (false),
    logLevel: "warning",
  });
  const inputs = Object.keys(result.metafile.inputs);
  const isMap = ({ path }) => path.endsWith(".map");
  const map = result.outputFiles.find(isMap);
  const code = result.outputFiles.find((file) => !isMap(file));
  if (code === undefined) throw new Error("esbuild returned no code.");
  const above = head + licences(inputs);
  return { code: above + code.text, map: map && movedDown(map.text, above), inputs };
}

/** In a source map, a semicolon stands for each line above the code. */
function movedDown(map, above) {
  const { mappings, ...rest } = JSON.parse(map);
  return JSON.stringify({ ...rest, mappings: ";".repeat(above.split("\n").length - 1) + mappings });
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
