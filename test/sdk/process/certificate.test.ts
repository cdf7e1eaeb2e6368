import { X509Certificate } from "node:crypto";
import { createCertificate, element, objectIdentifier, time } from "../../../src/sdk/process/certificate";

describe("the certificate of a process", () => {
  const { key, certificate, encoded } = createCertificate();
  const parsed = new X509Certificate(certificate);

  it("a certificate is signed by its own P-256 key", () => {
    expect(parsed.verify(parsed.publicKey)).toBe(true);
    expect(parsed.checkIssued(parsed)).toBe(true);
    expect(parsed.publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
    expect(key).toContain("PRIVATE KEY");
  });

  it("a certificate names localhost, as server and as client, and is its own authority", () => {
    expect(parsed.checkHost("localhost")).toBe("localhost");
    expect(parsed.subject).toBe("CN=localhost");
    expect(parsed.subjectAltName).toBe("DNS:localhost");
    expect(parsed.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]);
    expect(parsed.ca).toBe(true);
  });

  it.each([
    "2026-11-20T08:00:00.123Z",
    "2039-12-31T23:59:59Z",
    "2045-06-01T00:00:00Z",
    "2050-01-01T00:00:00Z",
  ])("a certificate made at %s is valid from five minutes before and for ten years", (date) => {
    const now = new Date(date);
    const made = new X509Certificate(createCertificate(now).certificate);
    expect(Date.parse(made.validFrom)).toBe(Math.floor((now.getTime() - 300_000) / 1000) * 1000);
    expect(Date.parse(made.validTo)).toBeGreaterThan(now.getTime());
  });

  it("each process has another certificate", () => {
    const other = new X509Certificate(createCertificate().certificate);
    expect(other.serialNumber).not.toBe(parsed.serialNumber);
    expect(other.fingerprint256).not.toBe(parsed.fingerprint256);
  });

  it("the handshake form of a certificate is base64 without padding", () => {
    expect(encoded).not.toContain("=");
    for (let count = 0; count < 50; count++) {
      const made = createCertificate();
      expect(made.encoded).toMatch(/^[A-Za-z0-9+/]+$/);
      const raw = new X509Certificate(made.certificate).raw;
      expect(Buffer.from(made.encoded, "base64").equals(raw)).toBe(true);
      expect(new X509Certificate(made.certificate).serialNumber).toMatch(/^[4-7]/);
    }
  });
});

describe("DER", () => {
  it.each([
    [0, "0400"],
    [127, "047f"],
    [128, "048180"],
    [255, "0481ff"],
    [256, "04820100"],
    [65_536, "0483010000"],
  ])("encodes the length of %i bytes in the shortest form", (length, header) => {
    const encoded = element(0x04, Buffer.alloc(length));
    expect(encoded.subarray(0, encoded.length - length).toString("hex")).toBe(header);
  });

  it.each([
    ["1999-12-31T23:59:59.999Z", "17", "991231235959Z"],
    ["2049-12-31T23:59:59Z", "17", "491231235959Z"],
    ["2050-01-01T00:00:00Z", "18", "20500101000000Z"],
  ])("encodes the time %s with a two-digit year until 2049, else with four digits", (date, tag, text) => {
    const encoded = time(new Date(date));
    expect(encoded.subarray(0, 1).toString("hex")).toBe(tag);
    expect(encoded.subarray(2).toString()).toBe(text);
  });

  it.each([
    ["2.5.4.3", "0603550403"],
    ["1.2.840.10045.4.3.2", "06082a8648ce3d040302"],
  ])("encodes the object identifier %s", (dotted, hex) => {
    expect(objectIdentifier(dotted).toString("hex")).toBe(hex);
  });
});
