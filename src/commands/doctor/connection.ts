import { X509Certificate } from "node:crypto";
import { isAbsolute } from "node:path";
import { createDispatcher, type Doubt, isUnauthorized, type ListOptions, OutreachClient } from "../../client";
import { clientOptions, settingsFromEnvironment } from "../../provider/settings/settings";
import { readText } from "../../util/files/read-file";
import { messageOf } from "../../util/message-of";
import { type DoctorContext, error, type Finding, ok, warning } from "./context";

export async function checkNetwork({ environment }: DoctorContext): Promise<Finding[]> {
  const certificates = certificateFindings(environment.NODE_EXTRA_CA_CERTS);
  const findings = [...(await proxyFindings(environment)), ...certificates];
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

/** No finding quotes a proxy URL, because the URL may hold a password. */
async function proxyFindings(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const unusable: string[] = [];
  for (const scheme of ["https", "http"]) {
    const lower = `${scheme}_proxy`;
    // The lower-case name overrides the upper-case name.
    const name = (environment[lower] ?? "") === "" ? lower.toUpperCase() : lower;
    const origin = `${scheme}://outreach.invalid`;
    const server = { origin, pathPrefix: "", loopback: false, secure: scheme === "https" };
    try {
      await (await createDispatcher(server, { [lower]: environment[name] })).close();
    } catch {
      unusable.push(name);
    }
  }
  if (unusable.length === 0) return [];
  const text = unusable.map((name) => `${name} is not the address of a proxy.`).join(" ");
  return [error(text, "Write it as http://host:port, or unset it.")];
}

/** During a deploy, a relative path starts in the stack's folder. */
function certificateFindings(file = ""): Finding[] {
  if (file === "") return [];
  const start = `NODE_EXTRA_CA_CERTS names ${file}, which`;
  if (!isAbsolute(file)) {
    const text = `${start} is a relative path: the provider looks for it in the folder of the stack.`;
    return [warning(text, "Write an absolute path.")];
  }
  try {
    const certificates = readText(file).match(CERTIFICATE) ?? [];
    if (certificates.length === 0) throw new Error("it contains none");
    // Node.js ignores all certificates after a certificate that it cannot parse.
    for (const certificate of certificates) new X509Certificate(certificate);
    return [];
  } catch (failure) {
    const text = `${start} cannot be read as certificates in PEM format: ${messageOf(failure)}.`;
    return [error(text, "Correct the file, make it readable, or unset the variable.")];
  }
}

const CERTIFICATE = /-----BEGIN (?:X509 )?CERTIFICATE-----[^-]*-----END (?:X509 )?CERTIFICATE-----/g;

/** If the clocks differ by more, the server's dates mislead, and a proxy may reject signed requests. */
const MAX_CLOCK_DIFFERENCE_SECONDS = 60;

const VARIABLES = ["OUTREACH_BASE_URL", "OUTREACH_USER_ID", "OUTREACH_WORKSPACE_ID"] as const;

const CHECK_VARIABLES = "Check OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID.";
const CHECK_CREDENTIALS =
  "Check OUTREACH_USER_ID, OUTREACH_WORKSPACE_ID and, if your workspace needs one, OUTREACH_AUTHORIZATION_TOKEN.";

/**
 * Checks the credentials with one list request for each kind, and the clock with the Date header of a
 * response.
 */
export async function checkApi({ environment, signal }: DoctorContext): Promise<Finding[]> {
  let read: ReturnType<typeof settingsFromEnvironment>;
  try {
    read = settingsFromEnvironment(environment);
  } catch (failure) {
    return unusableSettings(messageOf(failure), environment);
  }
  const client = new OutreachClient({ ...clientOptions(read.settings), maxRetries: 0 });
  try {
    const [clusters, snippets] = await Promise.all([
      listFinding("clusters", (options) => client.listClusters({ ...options, signal })),
      listFinding("snippets", (options) => client.listSnippets({ ...options, signal })),
    ]);
    const warnings = read.warnings
      // The network check reports NODE_TLS_REJECT_UNAUTHORIZED.
      .filter(({ detail }) => !detail.includes("NODE_TLS_REJECT_UNAUTHORIZED"))
      .map(({ summary, detail }) => warning(`${summary}.`, detail));
    return [...warnings, clusters, snippets, ...clock(client)];
  } finally {
    await client.close();
  }
}

/**
 * A wrong value is an error. A missing variable is only a warning, because it may be set where the engine
 * runs.
 */
function unusableSettings(message: string, environment: NodeJS.ProcessEnv): Finding[] {
  const missing = VARIABLES.filter((name) => (environment[name]?.trim() ?? "") === "");
  const wrong = message.split("\n").filter((line) => !line.startsWith("The outreach provider needs "));
  const findings: Finding[] = wrong.map((text) => ({ status: "error", text }));
  if (missing.length === 0) return findings;
  const text = `Not checked, because ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not set.`;
  const which = missing.includes("OUTREACH_WORKSPACE_ID")
    ? " If the stacks take their workspaces from TF_VAR_…, set OUTREACH_WORKSPACE_ID to the one that doctor should check."
    : "";
  return [...findings, warning(text, `Set ${missing.join(", ")}, then run doctor again.${which}`)];
}

async function listFinding(
  kind: string,
  list: (options: ListOptions) => AsyncIterable<readonly unknown[]>,
): Promise<Finding> {
  let doubt: Doubt | undefined;
  let isEmpty = true;
  try {
    for await (const page of list({ maxItems: 1, onDoubt: (found) => (doubt = found) })) {
      isEmpty = page.length === 0;
      break;
    }
  } catch (failure) {
    // Without the operation's name, the failures of both lists often have the same text and are reported
    // once.
    const text = `A list fails: ${messageOf(failure).replace(/^\w+: /, "")}`;
    return error(text, isUnauthorized(failure) ? CHECK_CREDENTIALS : CHECK_VARIABLES);
  }
  if (doubt === undefined) return ok(`The credentials list ${kind}${isEmpty ? "; the list is empty" : ""}.`);
  const text = `The list of ${kind} may lack objects: ${doubt.reason}. It proves neither the credentials nor a delete.`;
  return warning(text, `If the workspace has ${kind}: ${CHECK_VARIABLES}`);
}

function clock(client: OutreachClient): Finding[] {
  const server = client.serverTime();
  if (server === undefined) return [];
  const seconds = Math.round(Math.abs(server - Date.now()) / 1000);
  const text = `This machine's clock differs from the server's clock by ${seconds} s.`;
  const isRight = seconds <= MAX_CLOCK_DIFFERENCE_SECONDS;
  return [isRight ? ok(text) : warning(text, "Set this machine's clock by NTP.")];
}
