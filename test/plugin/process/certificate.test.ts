import { X509Certificate } from "node:crypto";
import { createCertificate } from "../../../src/plugin/process/certificate";

describe("the certificate of a process", () => {
  const { key, certificate, encoded } = createCertificate();
  const parsed = new X509Certificate(certificate);

  it("is signed by its own key, which is P-256", () => {
    expect(parsed.verify(parsed.publicKey)).toBe(true);
    expect(parsed.checkIssued(parsed)).toBe(true);
    expect(parsed.publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
    expect(key).toContain("PRIVATE KEY");
  });

  it("is valid for localhost, as server and as client, and is its own authority", () => {
    expect(parsed.checkHost("localhost")).toBe("localhost");
    expect(parsed.subject).toBe("CN=localhost");
    expect(parsed.subjectAltName).toBe("DNS:localhost");
    expect(parsed.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]);
    expect(parsed.ca).toBe(true);
  });

  it("is valid now and for years", () => {
    expect(Date.parse(parsed.validFrom)).toBeLessThan(Date.now());
    expect(Date.parse(parsed.validTo)).toBeGreaterThan(Date.now() + 5 * 365 * 24 * 3_600_000);
  });

  it.each([
    "2026-11-20T08:00:00.123Z",
    "2039-12-31T23:59:59Z",
    "2045-06-01T00:00:00Z",
    "2050-01-01T00:00:00Z",
  ])("is valid when made at %s", (date) => {
    const now = new Date(date);
    const made = new X509Certificate(createCertificate(now).certificate);
    expect(Date.parse(made.validFrom)).toBe(Math.floor((now.getTime() - 300_000) / 1000) * 1000);
    expect(Date.parse(made.validTo)).toBeGreaterThan(now.getTime());
  });

  it("is different for each process", () => {
    const other = new X509Certificate(createCertificate().certificate);
    expect(other.serialNumber).not.toBe(parsed.serialNumber);
    expect(other.fingerprint256).not.toBe(parsed.fingerprint256);
  });

  it("is encoded as base64 without padding, whatever its length", () => {
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
