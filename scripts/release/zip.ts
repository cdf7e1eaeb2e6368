import { zipSync, type Zippable } from "fflate";

export interface ReleaseFile {
  readonly name: string;
  readonly data: Uint8Array;
  readonly isProgram: boolean;
}

/** The earliest time that a zip can contain, without a time zone. */
const FIRST_TIME = new Date(1980, 0, 1);
/** The system whose modes the zip contains (APPNOTE.TXT, 4.4.2). */
const UNIX = 3;
const REGULAR_FILE = 0o100_000;

/** Level 9 takes several times as long, and saves less than one percent of a Node.js binary. */
const LEVEL = 5;

/** The bytes depend only on the names, contents and modes of the files. */
export function zip(files: readonly ReleaseFile[]): Uint8Array {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  const entries = sorted.map(({ name, data, isProgram }) => {
    const mode = REGULAR_FILE | (isProgram ? 0o755 : 0o644);
    return [name, [data, { level: LEVEL, mtime: FIRST_TIME, os: UNIX, attrs: mode << 16 }]];
  });
  return zipSync(Object.fromEntries(entries) as Zippable);
}
