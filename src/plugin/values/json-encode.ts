import { type Type } from "./types";
import { type Value } from "./value";
export function encodeJson(_type: Type, _value: Value): string {
  throw new Error("under construction");
}
