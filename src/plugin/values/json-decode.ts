import { type Type } from "./types";
import { type Value } from "./value";
export function decodeJson(
  _type: Type,
  _encoded: Uint8Array | string,
  _options: { ignoreUnknownAttributes?: boolean; missingAsNull?: boolean } = {},
): Value {
  throw new Error("under construction");
}
