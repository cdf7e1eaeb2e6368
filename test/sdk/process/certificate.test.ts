import { X509Certificate } from "node:crypto";
import { createCertificate } from "../../../src/sdk/process/certificate";

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

  it("a certificate is valid whatever the clocks say, because it never expires", () => {
    expect(Date.parse(parsed.validFrom)).toBe(Date.parse("2000-01-01T00:00:00Z"));
    expect(Date.parse(parsed.validTo)).toBe(Date.parse("9999-12-31T23:59:59Z"));
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
