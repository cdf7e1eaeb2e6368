import { mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../../util/message-of";
import type { Address } from "../transport/listen";

/** Terraform and OpenTofu set this cookie, which is no secret, for each plugin. */
const MAGIC_COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

export const PROTOCOL_VERSION = 6;

export function isStartedAsPlugin({ TF_PLUGIN_MAGIC_COOKIE: cookie }: NodeJS.ProcessEnv): boolean {
  return cookie === MAGIC_COOKIE;
}

/** `certificate` is base64 without padding; empty for plaintext. */
export function handshakeLine({ network, address }: Address, certificate = ""): string {
  // The first field is the version of go-plugin's own protocol.
  return `1|${PROTOCOL_VERSION}|${network}|${address}|grpc|${certificate}\n`;
}

/** Longest path of a unix socket in bytes: macOS allows 104, including the final zero byte. */
const MAX_PATH_BYTES = 103;

export interface SocketFile {
  /** `path` is undefined on Windows, where Node has no unix socket that Terraform can use. */
  readonly path: string | undefined;
  /** `remove` runs when the process exits, so it is synchronous and never throws. */
  readonly remove: () => void;
}

/** Only this user can open the folder of the socket. */
export function chooseSocket(): SocketFile {
  if (process.platform === "win32") return { path: undefined, remove: () => undefined };
  const folder = makeFolder();
  const path = join(folder, "s");
  const remove = (): void => {
    try {
      // Listing the folder would need a file descriptor, and the process may have none left.
      rmSync(path, { force: true });
      rmdirSync(folder);
    } catch {
      // An error of the removal must not interrupt a write.
    }
  };
  return { path, remove };
}

function makeFolder(): string {
  const failures: string[] = [];
  for (const candidate of [tmpdir(), "/tmp"]) {
    try {
      const folder = mkdtempSync(join(candidate, "tf-"));
      if (Buffer.byteLength(join(folder, "s")) <= MAX_PATH_BYTES) return folder;
      rmdirSync(folder);
      throw new Error("the path is too long for a unix socket");
    } catch (error) {
      failures.push(`${candidate}: ${messageOf(error)}`);
    }
  }
  throw new Error(
    `The provider found no folder for its socket (${failures.join("; ")}). ` +
      "Set TMPDIR to a folder with a short path that you may write to.",
  );
}
