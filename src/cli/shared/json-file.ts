import { readFileSync } from "node:fs";
import { isObject, type JsonObject, parseJson } from "../../shared/json";

/** Reads a file that contains a JSON object. `problem` follows its name in the error for other contents. */
export function readJsonFile(file: string, problem: string): JsonObject {
  const value = parseJson(readFileSync(file, "utf8"))?.value;
  if (isObject(value)) return value;
  throw new Error(`${file} ${problem}`);
}
