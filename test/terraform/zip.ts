import { inflateRawSync } from "node:zlib";

const END_OF_DIRECTORY = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const DEFLATED = 8;

/** A file in a zip archive. */
export interface ZipEntry {
  readonly name: string;
  /** The mode of the file, such as 0o100644; 0 if the archive has none. */
  readonly mode: number;
  /** Date and time in MS-DOS format, two numbers of 16 bits. */
  readonly time: number;
  readonly data: Buffer;
}

/** The unpacked files of a zip archive, such as a plan file, one after the other. */
export function unzip(archive: Buffer): string {
  return zipEntries(archive)
    .map(({ data }) => data.toString("latin1"))
    .join("\n");
}

/** The files of a zip archive, in its order. */
export function zipEntries(archive: Buffer): ZipEntry[] {
  const end = archive.lastIndexOf(END_OF_DIRECTORY);
  if (end < 0) throw new Error("This is no zip archive.");
  const entries = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const files: ZipEntry[] = [];
  for (let i = 0; i < entries; i++) {
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const local = archive.readUInt32LE(at + 42);
    const data = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(data, data + size);
    const nameLength = archive.readUInt16LE(at + 28);
    files.push({
      name: archive.toString("utf8", at + 46, at + 46 + nameLength),
      mode: archive.readUInt16LE(at + 40),
      time: archive.readUInt32LE(at + 12),
      data: method === DEFLATED ? inflateRawSync(packed) : packed,
    });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
