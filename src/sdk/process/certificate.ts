import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

// Node cannot create X.509 certificates, so the second half of this file encodes ASN.1 DER (X.690).

export interface Certificate {
  /**
   * The key as PEM (PKCS #8). Encoding takes long, so the key is encoded on first use, after the handshake.
   */
  readonly key: string;
  readonly certificate: string;
  /** The certificate for the handshake line: DER in base64, without padding. */
  readonly encoded: string;
}

/** P-256 is the fastest curve that all versions of Terraform and OpenTofu accept. */
export function createCertificate(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const toBeSigned = certificateBody(publicKey.export({ type: "spki", format: "der" }));
  const signature = bitString(0, sign("sha256", toBeSigned, privateKey));
  const der = sequence(toBeSigned, ECDSA_WITH_SHA256, signature);
  return {
    get key() {
      return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    },
    certificate: pem(der),
    encoded: der.toString("base64").replace(/=+$/, ""),
  };
}

export function pem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

/** TBSCertificate (RFC 5280, 4.1) is the signed part of a certificate. */
function certificateBody(publicKey: Buffer): Buffer {
  const versionThree = element(0xa0, element(Tag.integer, Buffer.from([2])));
  // A first byte from 0x01 to 0x7f makes the number positive, and DER needs no further byte.
  const serialNumber = randomBytes(16);
  serialNumber[0] = (serialNumber[0]! & 0x7f) | 0x40;
  const commonName = sequence(identifier("550403"), element(Tag.utf8String, Buffer.from("localhost")));
  const name = sequence(element(Tag.set, commonName));
  // Clocks may be wrong and the process ends soon, so the certificate never expires. In the format, the end
  // of the year 9999 means no expiry (RFC 5280, 4.1.2.5).
  const validity = sequence(
    element(Tag.utcTime, Buffer.from("000101000000Z")),
    element(Tag.generalizedTime, Buffer.from("99991231235959Z")),
  );
  return sequence(
    versionThree,
    element(Tag.integer, serialNumber),
    ECDSA_WITH_SHA256,
    name,
    validity,
    name,
    publicKey,
    element(0xa3, extensions()),
  );
}

/**
 * The certificate is its own authority. Terraform trusts only this certificate, and expects the name
 * `localhost`.
 */
function extensions(): Buffer {
  // BOOLEAN true. All fields here default to false, and DER omits defaults.
  const yes = element(Tag.boolean, Buffer.from([0xff]));
  const serverAndClient = sequence(identifier("2b06010505070301"), identifier("2b06010505070302"));
  const dnsName = element(0x82, Buffer.from("localhost"));
  return sequence(
    // basicConstraints: this is a certificate authority.
    sequence(identifier("551d13"), yes, element(Tag.octetString, sequence(yes))),
    // keyUsage: digitalSignature (bit 0) and keyCertSign (bit 5); the last two bits are unused.
    sequence(identifier("551d0f"), yes, element(Tag.octetString, bitString(2, Buffer.from([0b1000_0100])))),
    // extKeyUsage and subjectAltName.
    sequence(identifier("551d25"), element(Tag.octetString, serverAndClient)),
    sequence(identifier("551d11"), element(Tag.octetString, sequence(dnsName))),
  );
}

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

/** Signature algorithm (RFC 5758, 3.2). */
const ECDSA_WITH_SHA256 = sequence(identifier("2a8648ce3d040302"));

/** `content` must be shorter than 64 KiB. */
function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const header = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length];
  return Buffer.concat([Buffer.from([tag, ...header]), body]);
}

function sequence(...items: readonly Uint8Array[]): Buffer {
  return element(Tag.sequence, ...items);
}

function bitString(unusedBits: number, bytes: Uint8Array): Buffer {
  return element(Tag.bitString, Buffer.from([unusedBits]), bytes);
}

/** `encoded` is the content of the OBJECT IDENTIFIER in hexadecimal. */
function identifier(encoded: string): Buffer {
  return element(Tag.objectIdentifier, Buffer.from(encoded, "hex"));
}
