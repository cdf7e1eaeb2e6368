export { isWhollyKnown, valuesEqual } from "./equality";
export { decodeJson } from "./json-decode";
export { decodeMsgpack } from "./msgpack-decode";
export { encodeMsgpack } from "./msgpack-encode";
export { Decimal, type NumberValue, numberText, parseNumber } from "./number";
export { ValueError } from "./path";
export { mayHoldNumber, type Type, types, typeToJson } from "./types";
export { isUnknown, type ObjectValue, Unknown, unknown, type Value } from "./value";
