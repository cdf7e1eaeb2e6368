// The few forms of ASN.1 DER (X.690) that a certificate needs. Node can read X.509 certificates but not make them.

const Tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** One value: its tag, its length and its content. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) digits.unshift(rest & 0xff);
  return Buffer.from([0x80 | digits.length, ...digits]);
}

export function sequence(...items: readonly Uint8Array[]): Buffer {
  return element(Tag.sequence, ...items);
}

export function set(...items: readonly Uint8Array[]): Buffer {
  return element(Tag.set, ...items);
}

/** A positive integer from its bytes, the first of which must be from 0x01 to 0x7f. */
export function integer(bytes: Uint8Array): Buffer {
  return element(Tag.integer, bytes);
}

/** The only boolean that is written: where DER has a default, which is false here, it leaves the value out. */
export function booleanTrue(): Buffer {
  return element(Tag.boolean, Buffer.from([0xff]));
}

/** Bits that fill whole bytes but for the last `unusedBits`. */
export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return element(Tag.bitString, Buffer.from([unusedBits]), bytes);
}

export function octetString(bytes: Uint8Array): Buffer {
  return element(Tag.octetString, bytes);
}

export function utf8String(text: string): Buffer {
  return element(Tag.utf8String, Buffer.from(text));
}

/** An object identifier in its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(Tag.objectIdentifier, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

/** RFC 5280, 4.1.2.5: two-digit years until 2049, four digits from 2050 on. */
export function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/[-:T]|\..*/g, "")}Z`;
  return date.getUTCFullYear() < 2050
    ? element(Tag.utcTime, Buffer.from(digits.slice(2)))
    : element(Tag.generalizedTime, Buffer.from(digits));
}
