import { messageOf } from "./message-of";

export interface Unread {
  readonly path: string;
  readonly reason: string;
}

/** Collects the files and folders that cannot be read, for a command that goes on without them. */
export class Attempts {
  readonly unread: Unread[] = [];

  /** Returns what the function reads from the path; undefined if it throws. */
  read<T>(path: string, read: (path: string) => T): T | undefined {
    try {
      return read(path);
    } catch (error) {
      this.unread.push({ path, reason: messageOf(error) });
      return undefined;
    }
  }
}
