export { valuesEqual } from "./equality";
export { decodeJson } from "./json-decode";
export { parseJsonObject } from "./json-plain";
export { decodeMsgpack } from "./msgpack-decode";
export { isWhollyKnown } from "./known";
export { encodeMsgpack } from "./msgpack-encode";
export { Decimal, type NumberValue, numberText, parseNumber } from "./number";
export { formatPath, type PathStep, ValueError } from "./path";
export { typeToJson } from "./type-json";
export { mayHoldNumber, type Type, types } from "./types";
export {
  isUnknown,
  type NumberBound,
  type ObjectValue,
  type Refinement,
  Unknown,
  unknown,
  type Value,
} from "./value";
