import { type Type } from "./types";
import { type Value } from "./value";
export function decodeMsgpack(_type: Type, _encoded: Uint8Array): Value {
  throw new Error("under construction");
}
