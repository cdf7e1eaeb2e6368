import { mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ListenTarget } from "../transport/listen";
import { messageOf } from "../../shared/message-of";
import type { HandshakeRequest } from "./handshake";

/** Longest path of a unix socket in bytes. macOS has the lowest limit: 104 bytes with the final zero byte. */
const MAX_PATH_BYTES = 103;

/** Characters that would split the handshake line or its fields. */
const SPLITS_HANDSHAKE = /[|\r\n]/;

const LOOPBACK = "127.0.0.1";

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
    return { target: { host: LOOPBACK, ports: options.ports }, remove: () => undefined };
  }
  const folder = makeFolder(options.directory);
  const path = join(folder, "s");
  return {
    target: { path },
    remove: () => removeSocket(folder, path),
  };
}

function removeSocket(folder: string, path: string): void {
  try {
    // Files are removed by name: listing the folder needs a file descriptor, and none may be left.
    rmSync(path, { force: true });
    rmdirSync(folder);
  } catch {
    // Removal fails, for example, on a read-only disk. The error must not interrupt a write.
  }
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
