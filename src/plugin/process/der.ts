// ASN.1 DER encodings (X.690) for a certificate. Node reads X.509 certificates but cannot create them.

/** The first byte of an encoded value, by type. */
export const Tag = {
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

/** Encodes one value: tag, length, content. */
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

/** Encodes a BIT STRING whose last byte has `unusedBits` unused bits. */
export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return element(Tag.bitString, Buffer.from([unusedBits]), bytes);
}

/** Encodes an OBJECT IDENTIFIER given in its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(Tag.objectIdentifier, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

/** Encodes a time. The year has two digits until 2049 and four digits from 2050 (RFC 5280, 4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/[-:T]|\..*/g, "")}Z`;
  return date.getUTCFullYear() < 2050
    ? element(Tag.utcTime, Buffer.from(digits.slice(2)))
    : element(Tag.generalizedTime, Buffer.from(digits));
}
