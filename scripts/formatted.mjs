// Formats generated pages, so that they pass `npm run format`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "oxfmt";
import { root } from "./sources.mjs";

/** The file's extension selects the format. Throws if the text cannot be parsed. */
export async function formatted(/** @type {string} */ file, /** @type {string} */ text) {
  const { printWidth } = JSON.parse(readFileSync(join(root, ".oxfmtrc.json"), "utf8"));
  const { code, errors } = await format(file, text, { printWidth });
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  return code;
}
