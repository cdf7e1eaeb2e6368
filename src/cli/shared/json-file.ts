import { readFileSync } from "node:fs";
import { isObject, type JsonObject, parseJson } from "../../shared/json";

/**
 * Reads a file that contains a JSON object, with or without a byte order mark. `problem` follows the name of
 * the file in the error for any other content.
 * @throws Error naming the file
 */
export function readJsonFile(file: string, problem: string): JsonObject {
  const value = parseJson(readFileSync(file, "utf8"))?.value;
  if (isObject(value)) return value;
  throw new Error(`${file} ${problem}`);
}
