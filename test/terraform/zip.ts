import { inflateRawSync } from "node:zlib";

const END_OF_DIRECTORY = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const DEFLATED = 8;

/** The unpacked files of a zip archive, such as a plan file, one after the other. */
export function unzip(archive: Buffer): string {
  const end = archive.lastIndexOf(END_OF_DIRECTORY);
  if (end < 0) throw new Error("This is no zip archive.");
  const entries = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const files: string[] = [];
  for (let i = 0; i < entries; i++) {
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const local = archive.readUInt32LE(at + 42);
    const data = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(data, data + size);
    files.push((method === DEFLATED ? inflateRawSync(packed) : packed).toString("latin1"));
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files.join("\n");
}
