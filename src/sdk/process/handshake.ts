import { mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../../util/message-of";
import type { Address, ListenTarget, PortRange } from "../transport/listen";

/** Set by Terraform and OpenTofu for every plugin. Not a secret (terraform-protocol.md, section 2). */
const MAGIC_COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

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
  if (environment.TF_PLUGIN_MAGIC_COOKIE !== MAGIC_COOKIE) return undefined;
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

/** `certificate` is the server's, in base64 without padding; empty for plaintext. */
export function handshakeLine({ network, address }: Address, certificate = ""): string {
  // The first field is the version of go-plugin's own protocol.
  return `1|${PROTOCOL_VERSION}|${network}|${address}|grpc|${certificate}\n`;
}

/** Longest path of a unix socket in bytes. macOS has the lowest limit: 104 bytes with the final zero byte. */
const MAX_PATH_BYTES = 103;

/** Characters that would split the handshake line or its fields. */
const SPLITS_HANDSHAKE = /[|\r\n]/;

/** A place to listen on, and the function that removes it when the server ends. */
export interface Socket {
  readonly target: ListenTarget;
  /** Removes the socket and its folder. Synchronous, because it runs at the process's exit. Never throws. */
  readonly remove: () => void;
}

/** Chooses where to listen. A unix socket gets a new folder of this user only. Throws Error with advice. */
export function chooseSocket(options: Partial<HandshakeRequest>): Socket {
  // On Windows, Node has no unix sockets that Terraform could use.
  if (options.network === "tcp" || process.platform === "win32") {
    return { target: { host: "127.0.0.1", ports: options.ports }, remove: () => undefined };
  }
  const folder = makeFolder(options.directory);
  const path = join(folder, "s");
  const remove = (): void => {
    try {
      // Files are removed by name: listing the folder needs a file descriptor, and none may be left.
      rmSync(path, { force: true });
      rmdirSync(folder);
    } catch {
      // Removal fails, for example, on a read-only disk. The error must not interrupt a write.
    }
  };
  return { target: { path }, remove };
}

function makeFolder(directory: string | undefined): string {
  const candidates = directory === undefined ? [tmpdir(), "/tmp"] : [directory];
  const failures: string[] = [];
  for (const candidate of candidates) {
    if (SPLITS_HANDSHAKE.test(candidate)) {
      failures.push(`${candidate}: the path must not contain | or a line break`);
      continue;
    }
    try {
      const folder = mkdtempSync(join(candidate, "tf-"));
      if (Buffer.byteLength(join(folder, "s")) <= MAX_PATH_BYTES) return folder;
      rmSync(folder, { recursive: true });
      failures.push(`${candidate}: the path is too long for a unix socket`);
    } catch (error) {
      failures.push(messageOf(error));
    }
  }
  const variable = directory === undefined ? "TMPDIR" : "PLUGIN_UNIX_SOCKET_DIR";
  throw new Error(
    `The provider found no folder for its socket (${failures.join("; ")}). ` +
      `Set ${variable} to a folder with a short path that you may write to.`,
  );
}
