import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

// Node reads X.509 certificates but cannot create them. The lower half encodes ASN.1 DER (X.690).

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
function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return element(Tag.bitString, Buffer.from([unusedBits]), bytes);
}

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

/** A self-signed certificate and its key. Both exist only in the memory of this process. */
export interface Certificate {
  /** The key as PEM (PKCS #8). Encoded on first use, after the handshake, because encoding is slow. */
  readonly key: string;
  readonly certificate: string;
  /** The certificate as DER in base64 without padding, as in the handshake line. */
  readonly encoded: string;
}

/** The BOOLEAN true. False is the default of every field here, and DER omits defaults. */
const TRUE = element(Tag.boolean, Buffer.from([0xff]));

const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

/**
 * Creates a certificate for `localhost`, on the fastest curve that every version of Terraform and OpenTofu
 * accepts. It is valid from five minutes before `now`, in case the clock is set back.
 */
export function createCertificate(now = new Date()): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  // The algorithm is ecdsa-with-SHA256 (RFC 5758, 3.2).
  const algorithm = sequence(objectIdentifier("1.2.840.10045.4.3.2"));
  const toBeSigned = certificateBody(publicKey.export({ type: "spki", format: "der" }), algorithm, now);
  const signature = sign("sha256", toBeSigned, privateKey);
  const der = sequence(toBeSigned, algorithm, bitString(signature));
  return {
    get key() {
      return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    },
    certificate: pem(der),
    encoded: der.toString("base64").replace(/=+$/, ""),
  };
}

/** The part of a certificate that is signed, the TBSCertificate (RFC 5280, 4.1). */
function certificateBody(publicKey: Buffer, algorithm: Buffer, now: Date): Buffer {
  const versionThree = element(0xa0, element(Tag.integer, Buffer.from([2])));
  // With a first byte from 0x01 to 0x7f, the number is positive, and its encoding needs no further byte.
  const serialNumber = randomBytes(16);
  serialNumber[0] = ((serialNumber[0] as number) & 0x7f) | 0x40;
  const commonName = element(Tag.utf8String, Buffer.from("localhost"));
  const name = sequence(element(Tag.set, sequence(objectIdentifier("2.5.4.3"), commonName)));
  const validity = sequence(
    time(new Date(now.getTime() - 5 * MINUTE_MS)),
    time(new Date(now.getTime() + 10 * YEAR_MS)),
  );
  return sequence(
    versionThree,
    element(Tag.integer, serialNumber),
    algorithm,
    name,
    validity,
    name,
    publicKey,
    element(0xa3, sequence(...extensions())),
  );
}

/**
 * Returns the extensions of a certificate that is its own certificate authority. Terraform trusts exactly
 * this certificate and expects the name `localhost` (terraform-protocol.md, section 2, AutoMTLS).
 */
function extensions(): Buffer[] {
  const authority = sequence(TRUE);
  // The set bits are digitalSignature (bit 0) and keyCertSign (bit 5).
  const keyUsage = bitString(Buffer.from([0b1000_0100]), 2);
  const serverAndClient = sequence(
    objectIdentifier("1.3.6.1.5.5.7.3.1"),
    objectIdentifier("1.3.6.1.5.5.7.3.2"),
  );
  const dnsName = sequence(element(0x82, Buffer.from("localhost")));
  return [
    extension("2.5.29.19", authority, TRUE),
    extension("2.5.29.15", keyUsage, TRUE),
    extension("2.5.29.37", serverAndClient),
    extension("2.5.29.17", dnsName),
  ];
}

function extension(identifier: string, value: Buffer, ...critical: readonly Buffer[]): Buffer {
  return sequence(objectIdentifier(identifier), ...critical, element(Tag.octetString, value));
}

export function pem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
