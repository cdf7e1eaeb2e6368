export { isWhollyKnown, valuesEqual } from "./equality";
export { decodeJson } from "./json-decode";
export { encodeJson } from "./json-encode";
export { decodeMsgpack } from "./msgpack-decode";
export { encodeMsgpack } from "./msgpack-encode";
export { Decimal, type NumberValue, numberText, parseNumber } from "./number";
export { formatPath, type PathStep, ValueError } from "./path";
export { normaliseText } from "./text";
export { type Type, typeFromJson, types, typesEqual, typeToJson } from "./types";
export {
  Dynamic,
  isUnknown,
  type NumberBound,
  type ObjectValue,
  type Refinement,
  Unknown,
  unknown,
  type Value,
} from "./value";
