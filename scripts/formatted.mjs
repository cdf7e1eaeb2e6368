// Formats generated text as `npm run format` would, so that the generated pages pass the check of the format.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "oxfmt";
import { root } from "./sources.mjs";

/** Returns the text as oxfmt formats the file, by its extension; throws if it cannot be parsed. */
export async function formatted(/** @type {string} */ file, /** @type {string} */ text) {
  const { printWidth } = JSON.parse(readFileSync(join(root, ".oxfmtrc.json"), "utf8"));
  const { code, errors } = await format(file, text, { printWidth });
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  return code;
}
