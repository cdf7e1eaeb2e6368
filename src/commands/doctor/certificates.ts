import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { messageOf } from "../../util/message-of";
import type { DoctorContext } from "./context";
import { error, type Finding, warning } from "./finding";
import { findingsOfPath } from "./places";

/** Larger files are not read. The certificates of an operating system have about 250 KB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Checks the file in NODE_EXTRA_CA_CERTS, as Node.js sees it that runs the provider. */
export function certificateFindings(context: DoctorContext): Finding[] {
  const value = context.environment.NODE_EXTRA_CA_CERTS ?? "";
  const setting = { name: "NODE_EXTRA_CA_CERTS", value, reader: "the provider" };
  return value === "" ? [] : findingsOfPath(setting, context, problemOf);
}

function problemOf(file: string): Finding | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return error("does not exist", "Correct it, or unset it.");
    if (!found.isFile()) return error("is not a file", "Correct it, or unset it.");
    if (found.size > MAX_BYTES)
      return warning("is too large for doctor to check it", "Check that it is the right file.");
    return problemOfPem(readFileSync(file, "latin1"));
  } catch (failure) {
    return error(`cannot be read (${messageOf(failure)})`, "Make it readable, or unset the variable.");
  }
}

/** Node.js ignores the certificates that follow one that it cannot parse, and all of a file in DER format. */
function problemOfPem(text: string): Finding | undefined {
  const cure = "Convert it to PEM.";
  const certificates =
    text.match(/-----BEGIN (?:X509 )?CERTIFICATE-----[^-]*-----END (?:X509 )?CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0 && !text.includes("-----BEGIN TRUSTED CERTIFICATE-----"))
    return error("contains no certificate in PEM format", cure);
  const bad = certificates.findIndex((certificate) => !isCertificate(certificate));
  if (bad === -1) return undefined;
  return error(`has a certificate (number ${bad + 1}) that cannot be parsed`, cure);
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}
