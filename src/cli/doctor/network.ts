import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { type Context, error, type Finding, ok, warning } from "./finding";

const PROXIES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

/** Checks the proxy, certificate and TLS settings. It makes no connection. */
export function checkNetwork({ environment }: Context): Finding[] {
  // A proxy URL may hold a password, so no message repeats it.
  const findings = PROXIES.filter((name) => !isProxy(environment[name] ?? "")).map((name) =>
    error(`${name} is not the address of a proxy.`, "Write it as http://host:port, or unset it."),
  );
  const file = environment.NODE_EXTRA_CA_CERTS ?? "";
  if (file !== "" && !existsSync(file)) {
    const text = `NODE_EXTRA_CA_CERTS names ${file}, which does not exist.`;
    findings.push(error(text, "Correct it, or unset it."));
  } else if (file !== "" && !isCertificate(file)) {
    const text = `NODE_EXTRA_CA_CERTS names ${file}, which contains no certificate in PEM format.`;
    findings.push(error(text, "Convert it to PEM."));
  }
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED === "0") {
    findings.push(
      warning(
        "NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks, so whoever intercepts the connection can read the credentials.",
        "Unset it, and name the authority's certificate in NODE_EXTRA_CA_CERTS.",
      ),
    );
  }
  return findings.length > 0 ? findings : [ok("The proxy, certificate and TLS settings are valid.")];
}

function isProxy(value: string): boolean {
  return value === "" || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));
}

function isCertificate(file: string): boolean {
  try {
    return new X509Certificate(readFileSync(file)) !== undefined;
  } catch {
    return false;
  }
}
