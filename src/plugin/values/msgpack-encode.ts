import { type Type } from "./types";
import { type Value } from "./value";
export function encodeMsgpack(_type: Type, _value: Value): Uint8Array {
  throw new Error("under construction");
}
