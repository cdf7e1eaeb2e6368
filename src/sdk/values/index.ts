export { valuesEqual } from "./checks";
export { decodeJson } from "./json-decode";
export { decodeMsgpack } from "./msgpack-decode";
export { encodeMsgpack } from "./msgpack-encode";
export {
  isUnknown,
  isWhollyKnown,
  mayHoldNumber,
  type ObjectValue,
  type Type,
  types,
  typeToJson,
  Unknown,
  unknown,
  type Value,
  ValueError,
} from "./value";
