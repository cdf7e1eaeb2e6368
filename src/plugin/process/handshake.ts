import type { PortRange } from "../transport";

/**
 * How Terraform and OpenTofu tell a plugin that it was started by them and not by a person. Not a secret: it is
 * the same for every provider (terraform-protocol.md, section 2).
 */
const MAGIC_COOKIE_NAME = "TF_PLUGIN_MAGIC_COOKIE";
const MAGIC_COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** The version of go-plugin's own protocol: the shape of the handshake line and the services beside the provider. */
const CORE_PROTOCOL_VERSION = 1;

/** The only major version of the Terraform plugin protocol that this SDK speaks. */
export const PROTOCOL_VERSION = 6;

/** What the host asks of the plugin, from the environment. */
export interface Invitation {
  /** False when the host did not offer version 6. The plugin answers 6 all the same; the host explains it best. */
  readonly offersOurVersion: boolean;
  /** PEM. Without it the host wants plaintext. */
  readonly clientCertificate: string | undefined;
  /** `tcp` when PLUGIN_NETWORK asks for it: our own variable, for systems where unix sockets do not work. */
  readonly network: "tcp" | undefined;
  /** For TCP, which go-plugin uses on Windows only. */
  readonly ports: PortRange | undefined;
  /** Where the host wants the socket. */
  readonly directory: string | undefined;
  /** A group, by name or number, that may use the socket too. */
  readonly group: string | undefined;
  /** The host asked whether one connection may carry several; we say no. */
  readonly asksForMultiplexing: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the host's invitation, or returns undefined when a person started the program. */
export function readInvitation(environment: Environment): Invitation | undefined {
  if (environment[MAGIC_COOKIE_NAME] !== MAGIC_COOKIE) return undefined;
  const versions = (environment.PLUGIN_PROTOCOL_VERSIONS ?? "").split(",").map((version) => version.trim());
  return {
    offersOurVersion: versions.includes(String(PROTOCOL_VERSION)),
    clientCertificate: environment.PLUGIN_CLIENT_CERT || undefined,
    network: environment.PLUGIN_NETWORK === "tcp" ? "tcp" : undefined,
    ports: portRange(environment.PLUGIN_MIN_PORT, environment.PLUGIN_MAX_PORT),
    directory: environment.PLUGIN_UNIX_SOCKET_DIR || undefined,
    group: environment.PLUGIN_UNIX_SOCKET_GROUP || undefined,
    asksForMultiplexing: Boolean(environment.PLUGIN_MULTIPLEX_GRPC),
  };
}

function portRange(min: string | undefined, max: string | undefined): PortRange | undefined {
  const range = { min: Number(min || NaN), max: Number(max || NaN) };
  const isRange =
    Number.isInteger(range.min) && Number.isInteger(range.max) && range.min >= 0 && range.max <= 65_535;
  return isRange && range.min <= range.max ? range : undefined;
}

interface HandshakeAnswer {
  readonly network: "unix" | "tcp";
  readonly address: string;
  /** Base64 without padding; undefined for plaintext. */
  readonly serverCertificate: string | undefined;
  readonly asksForMultiplexing: boolean;
}

/**
 * The one line a plugin prints. A seventh field goes only to hosts that asked for it: older ones split the line
 * into six.
 */
export function handshakeLine(answer: HandshakeAnswer): string {
  const fields = [
    CORE_PROTOCOL_VERSION,
    PROTOCOL_VERSION,
    answer.network,
    answer.address,
    "grpc",
    answer.serverCertificate ?? "",
  ];
  if (answer.asksForMultiplexing) fields.push("false");
  return `${fields.join("|")}\n`;
}

/** What a person reads who starts the program in a shell. */
export function startedByHandMessage(address: string): string {
  return (
    `This program is the Terraform provider ${address}. Terraform and OpenTofu start it by themselves; it does ` +
    `nothing when it is started by hand.\nTo use it, name it under required_providers in a configuration and run ` +
    `terraform init there.\n`
  );
}
