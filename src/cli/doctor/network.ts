import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { error, type Context, type Finding, orOk, warning } from "./finding";

const CHECK = "network";
const PROXIES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

/** Checks proxy, certificates and TLS settings. It makes no connection. */
export function checkNetwork({ environment }: Context): readonly Finding[] {
  const findings = [...proxies(environment), ...certificates(environment), ...verification(environment)];
  return orOk(findings, CHECK, "Proxy, certificate and TLS settings can be used.");
}

/** A proxy URL may hold a password, so no message repeats it. */
function proxies(environment: NodeJS.ProcessEnv): Finding[] {
  return PROXIES.filter((name) => (environment[name] ?? "") !== "")
    .filter((name) => !isProxy(environment[name]!))
    .map((name) =>
      error(CHECK, `${name} is not the address of a proxy.`, "Write it as http://host:port, or unset it."),
    );
}

function isProxy(value: string): boolean {
  try {
    return /^https?:$/.test(new URL(value).protocol);
  } catch {
    return false;
  }
}

function certificates({ NODE_EXTRA_CA_CERTS: file = "" }: NodeJS.ProcessEnv): Finding[] {
  if (file === "") return [];
  if (!existsSync(file)) {
    return [
      error(CHECK, `NODE_EXTRA_CA_CERTS names ${file}, which does not exist.`, "Correct it, or unset it."),
    ];
  }
  try {
    new X509Certificate(readFileSync(file));
    return [];
  } catch {
    return [
      error(
        CHECK,
        `NODE_EXTRA_CA_CERTS names ${file}, which holds no certificate in PEM.`,
        "Convert it to PEM.",
      ),
    ];
  }
}

function verification({ NODE_TLS_REJECT_UNAUTHORIZED: value }: NodeJS.ProcessEnv): Finding[] {
  if (value !== "0") return [];
  return [
    warning(
      CHECK,
      "NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks, so whoever intercepts the connection can read the credentials.",
      "Unset it, and name the authority's certificate in NODE_EXTRA_CA_CERTS.",
    ),
  ];
}
