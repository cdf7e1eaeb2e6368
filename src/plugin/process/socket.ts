import { chmodSync, chownSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ListenTarget, PortRange } from "../transport";

/** The shortest limit of the systems we run on: macOS has room for 104 bytes, and one is the final zero. */
const LONGEST_PATH = 103;

/** The handshake is one line, with a bar between its fields. */
const CUTS_HANDSHAKE = /[|\r\n]/;

const LOOPBACK = "127.0.0.1";

interface SocketOptions {
  /** Where the socket belongs. @default the system's folder for temporary files */
  readonly directory?: string | undefined;
  /** Any group member may connect then. @default only this user */
  readonly group?: string | undefined;
  readonly ports?: PortRange | undefined;
  /** @default a unix socket, but TCP on Windows, where Node has none that the host could use */
  readonly network?: "unix" | "tcp" | undefined;
}

/** A place to listen at, and what to do before and after. */
export interface Socket {
  readonly target: ListenTarget;
  /** To be called when the server listens. */
  readonly share: () => void;
  /** Synchronous, so that it works while the process exits. What cannot be removed stays: no write may end for it. */
  readonly remove: () => void;
}

/**
 * Chooses where to listen. A unix socket lives alone in a new folder that only this user may enter. The folder's
 * name is short because the path of a socket may not exceed about a hundred bytes.
 */
export function chooseSocket(options: SocketOptions): Socket {
  const network = options.network ?? (process.platform === "win32" ? "tcp" : "unix");
  if (network === "tcp") {
    return { target: { host: LOOPBACK, ports: options.ports }, share: nothing, remove: nothing };
  }
  const folder = makeFolder(options.directory);
  const path = join(folder, "s");
  return {
    target: { path },
    share: () => (options.group === undefined ? undefined : shareWithGroup(folder, path, options.group)),
    remove: () => removeSocket(folder, path),
  };
}

function removeSocket(folder: string, path: string): void {
  try {
    // Each by its name: to look for what is in the folder takes an open file, and there may be none left.
    rmSync(path, { force: true });
    rmdirSync(folder);
  } catch {
    // Its disk is read-only by now, for example.
  }
}

function nothing(): void {}

function makeFolder(directory: string | undefined): string {
  const candidates = directory === undefined ? [tmpdir(), "/tmp"] : [directory];
  const failures: string[] = [];
  for (const candidate of candidates) {
    if (CUTS_HANDSHAKE.test(candidate)) {
      failures.push(`${candidate}: the handshake cannot hold this path`);
      continue;
    }
    try {
      const folder = mkdtempSync(join(candidate, "tf-"));
      if (Buffer.byteLength(join(folder, "s")) <= LONGEST_PATH) return folder;
      rmSync(folder, { recursive: true });
      failures.push(`${candidate}: the path is too long for a socket`);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  const variable = directory === undefined ? "TMPDIR" : "PLUGIN_UNIX_SOCKET_DIR";
  throw new Error(
    `The provider found no folder for its socket (${failures.join("; ")}). ` +
      `Set ${variable} to a folder with a short path that you may write to.`,
  );
}

function shareWithGroup(folder: string, path: string, group: string): void {
  const id = /^\d+$/.test(group) ? Number(group) : groupId(group);
  for (const [item, mode] of [
    [folder, 0o750],
    [path, 0o660],
  ] as const) {
    chownSync(item, -1, id);
    chmodSync(item, mode);
  }
}

/** Node cannot look up groups by name; the group file can. */
function groupId(name: string): number {
  for (const line of readFileSync("/etc/group", "utf8").split("\n")) {
    const [group, , id] = line.split(":");
    if (group === name) return Number(id);
  }
  throw new Error(`PLUGIN_UNIX_SOCKET_GROUP names the group ${name}, which does not exist.`);
}
