import type { Address, PortRange } from "../transport/listen";

/** Set by Terraform and OpenTofu for every plugin. Not a secret (terraform-protocol.md, section 2). */
const MAGIC_COOKIE_NAME = "TF_PLUGIN_MAGIC_COOKIE";
const MAGIC_COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** Version of go-plugin's own protocol, which defines the handshake line and go-plugin's services. */
const CORE_PROTOCOL_VERSION = 1;

/** The major version of Terraform's plugin protocol, which the handshake line announces. */
export const PROTOCOL_VERSION = 6;

/** What Terraform requires of the plugin, as read from the environment variables. */
export interface HandshakeRequest {
  /** Terraform's certificate as PEM; undefined when Terraform wants plaintext. */
  readonly clientCertificate: string | undefined;
  /** From PLUGIN_NETWORK, which only this SDK knows. For systems on which unix sockets do not work. */
  readonly network: "tcp" | undefined;
  /** The allowed TCP ports. Terraform uses TCP on Windows only. */
  readonly ports: PortRange | undefined;
  /** Folder for the socket. Without it, the system's folder for temporary files, else /tmp. */
  readonly directory: string | undefined;
}

/** Returns Terraform's requirements; undefined when neither Terraform nor OpenTofu started this program. */
export function readHandshakeRequest(environment: NodeJS.ProcessEnv): HandshakeRequest | undefined {
  if (environment[MAGIC_COOKIE_NAME] !== MAGIC_COOKIE) return undefined;
  return {
    clientCertificate: environment.PLUGIN_CLIENT_CERT || undefined,
    network: environment.PLUGIN_NETWORK === "tcp" ? "tcp" : undefined,
    ports: portRange(environment.PLUGIN_MIN_PORT, environment.PLUGIN_MAX_PORT),
    directory: environment.PLUGIN_UNIX_SOCKET_DIR || undefined,
  };
}

function portRange(min: string | undefined, max: string | undefined): PortRange | undefined {
  const range = { min: Number(min || NaN), max: Number(max || NaN) };
  const isRange =
    Number.isInteger(range.min) && Number.isInteger(range.max) && range.min >= 0 && range.max <= 65_535;
  return isRange && range.min <= range.max ? range : undefined;
}

interface HandshakeResponse extends Address {
  /** The server's certificate in base64 without padding; undefined for plaintext. */
  readonly serverCertificate: string | undefined;
}

export function handshakeLine({ network, address, serverCertificate = "" }: HandshakeResponse): string {
  return `${CORE_PROTOCOL_VERSION}|${PROTOCOL_VERSION}|${network}|${address}|grpc|${serverCertificate}\n`;
}

/** Returns the message for a person who starts the program in a shell. */
export function startedByHandMessage(address: string): string {
  return (
    `This program is the Terraform provider ${address}. Terraform and OpenTofu start it. If you start it by hand, ` +
    `it does nothing.\nTo use it, list it under required_providers in a configuration and run terraform init there.\n`
  );
}
