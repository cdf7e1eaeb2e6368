import { createDispatcher } from "../../client";
import { certificateFindings } from "./certificates";
import type { DoctorContext } from "./context";
import { error, type Finding, ok, warning } from "./finding";

/** Checks the proxy, certificate and TLS settings. It makes no connection. */
export async function checkNetwork(context: DoctorContext): Promise<Finding[]> {
  const { environment } = context;
  const findings = [...(await proxyFindings(environment)), ...certificateFindings(context)];
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

/** Checks what the client makes of the proxies. A proxy URL may hold a password, so no finding repeats it. */
async function proxyFindings(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const unusable: string[] = [];
  for (const scheme of ["https", "http"]) {
    const lower = `${scheme}_proxy`;
    // The lower-case name takes precedence.
    const name = (environment[lower] ?? "") === "" ? lower.toUpperCase() : lower;
    if (!(await isUsableProxy(scheme, environment[name]))) unusable.push(name);
  }
  if (unusable.length === 0) return [];
  const text = unusable.map((name) => `${name} is not the address of a proxy.`).join(" ");
  return [error(text, "Write it as http://host:port, or unset it.")];
}

async function isUsableProxy(scheme: string, proxy: string | undefined): Promise<boolean> {
  const origin = `${scheme}://outreach.invalid`;
  const server = { origin, pathPrefix: "", loopback: false, secure: scheme === "https" };
  try {
    const dispatcher = await createDispatcher(server, { [`${scheme}_proxy`]: proxy });
    await dispatcher.close();
    return true;
  } catch {
    return false;
  }
}
