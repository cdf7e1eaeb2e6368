export { decodeJson } from "./json-decode";
export { decodeMsgpack } from "./msgpack-decode";
export { encodeMsgpack } from "./msgpack-encode";
export {
  isUnknown,
  isWhollyKnown,
  type ObjectValue,
  type Type,
  types,
  typeToJson,
  Unknown,
  unknown,
  type Value,
  ValueError,
  valuesEqual,
} from "./value";
