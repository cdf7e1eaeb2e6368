import { readFileSync } from "node:fs";
import { messageOf } from "../../shared/message-of";
import { isObject, type JsonObject, parseJson } from "../../shared/json";

/** Reads a text file. The error begins with "The state file NAME cannot be read", if that is what it is. */
export function readTextFile(what: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Error(`The ${what} ${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

/** Reads a file that contains a JSON object. `problem` follows its name in the error for other contents. */
export function readJsonFile(file: string, problem: string): JsonObject {
  const value = parseJson(readFileSync(file, "utf8"))?.value;
  if (isObject(value)) return value;
  throw new Error(`${file} ${problem}`);
}
