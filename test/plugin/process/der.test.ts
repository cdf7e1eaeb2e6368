import { element, objectIdentifier, time } from "../../../src/plugin/process/certificate";

describe("DER", () => {
  it.each([
    [0, "0400"],
    [127, "047f"],
    [128, "048180"],
    [255, "0481ff"],
    [256, "04820100"],
    [65_536, "0483010000"],
  ])("encodes the length of %i bytes in the shortest form", (length, header) => {
    const encoded = element(0x04, Buffer.alloc(length));
    expect(encoded.subarray(0, encoded.length - length).toString("hex")).toBe(header);
  });

  it.each([
    ["1999-12-31T23:59:59.999Z", "17", "991231235959Z"],
    ["2049-12-31T23:59:59Z", "17", "491231235959Z"],
    ["2050-01-01T00:00:00Z", "18", "20500101000000Z"],
  ])("encodes the time %s with a two-digit year until 2049, else with four digits", (date, tag, text) => {
    const encoded = time(new Date(date));
    expect(encoded.subarray(0, 1).toString("hex")).toBe(tag);
    expect(encoded.subarray(2).toString()).toBe(text);
  });

  it.each([
    ["2.5.4.3", "0603550403"],
    ["1.2.840.10045.4.3.2", "06082a8648ce3d040302"],
  ])("encodes the object identifier %s", (dotted, hex) => {
    expect(objectIdentifier(dotted).toString("hex")).toBe(hex);
  });
});
