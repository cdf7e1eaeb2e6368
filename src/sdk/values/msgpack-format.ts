/** The first bytes of msgpack values. `fix…` bytes also hold a small value or length in their low bits. */
export const Code = {
  fixmap: 0x80,
  fixarray: 0x90,
  fixstr: 0xa0,
  nil: 0xc0,
  false: 0xc2,
  true: 0xc3,
  bin8: 0xc4,
  ext8: 0xc7,
  ext32: 0xc9,
  float32: 0xca,
  float64: 0xcb,
  uint8: 0xcc,
  uint64: 0xcf,
  int8: 0xd0,
  int64: 0xd3,
  fixext1: 0xd4,
  fixext16: 0xd8,
  str8: 0xd9,
  str32: 0xdb,
  array16: 0xdc,
  array32: 0xdd,
  map16: 0xde,
  map32: 0xdf,
  negativeFixint: 0xe0,
} as const;

/** Code of the extension for a refined unknown value (Terraform's object wire format). */
export const REFINED_UNKNOWN = 12;

export function isExtension(code: number): boolean {
  return (code >= Code.fixext1 && code <= Code.fixext16) || (code >= Code.ext8 && code <= Code.ext32);
}

export function isArray(code: number): boolean {
  return (code & 0xf0) === Code.fixarray || code === Code.array16 || code === Code.array32;
}

export function isMap(code: number): boolean {
  return (code & 0xf0) === Code.fixmap || code === Code.map16 || code === Code.map32;
}

export function isString(code: number): boolean {
  return (code & 0xe0) === Code.fixstr || (code >= Code.str8 && code <= Code.str32);
}

/** Returns how error messages describe a value that starts with this byte. */
export function describeCode(code: number): string {
  if (isMap(code)) return "a map";
  if (isArray(code)) return "an array";
  if (isString(code)) return "a string";
  if (code >= Code.bin8 && code < Code.ext8) return "bytes";
  if (isExtension(code)) return "an unknown value";
  if (code === Code.true || code === Code.false) return "a bool";
  if (code === Code.nil) return "null";
  return code === 0xc1 ? "a byte that msgpack does not use" : "a number";
}
