import { fc } from "../../fast-check";
import protobuf from "protobufjs";
import { decode } from "../../../src/sdk/wire/decode";
import { encode } from "../../../src/sdk/wire/encode";
import { WireError } from "../../../src/sdk/wire/message";
import {
  Diagnostic,
  DynamicValue,
  GetFunctionsResponse,
  PlanResourceChangeRequest,
  ReadResourceRequest,
  Schema,
  UpgradeResourceStateRequest,
} from "../../../src/sdk/wire/generated/tfplugin6";
import { messages, type Pair, pairs } from "./reference";

const anyPair = fc.constantFrom(...pairs);
const anyMessage = anyPair.chain((pair) => messages(pair.theirs).map((value) => ({ pair, value })));

function theirBytes({ theirs }: Pair, value: unknown): Uint8Array {
  return theirs.encode(theirs.fromObject(value as object)).finish();
}

function theirView({ theirs }: Pair, bytes: Uint8Array): unknown {
  return theirs.toObject(theirs.decode(bytes), { longs: Number, bytes: Array });
}

describe("the protocol buffers codec, compared with an independent one", () => {
  it("supports every message of the protocol", () => {
    expect(pairs.length).toBe(44);
  });

  it("encodes values that the other decodes as the same", () => {
    fc.assert(
      fc.property(anyMessage, ({ pair, value }) => {
        const ours = theirView(pair, encode(pair.ours, value));
        expect(ours).toEqual(theirView(pair, theirBytes(pair, value)));
      }),
      { numRuns: 350 },
    );
  });

  it("decodes values that the other encoded as the same", () => {
    fc.assert(
      fc.property(anyMessage, ({ pair, value }) => {
        const read = decode(pair.ours, theirBytes(pair, value));
        expect(read).toEqual(decode(pair.ours, encode(pair.ours, value)));
        expect(theirView(pair, encode(pair.ours, read))).toEqual(theirView(pair, theirBytes(pair, value)));
      }),
      { numRuns: 350 },
    );
  });
});

describe("a decoded message", () => {
  it("has every field, absent ones as zero, empty or undefined", () => {
    expect(decode(PlanResourceChangeRequest, new Uint8Array(0))).toEqual({
      typeName: "",
      priorState: undefined,
      proposedNewState: undefined,
      config: undefined,
      priorPrivate: new Uint8Array(0),
    });
    expect(decode(GetFunctionsResponse, new Uint8Array(0))).toEqual({ functions: [] });
  });

  it("shares no list with another one", () => {
    const first = decode(GetFunctionsResponse, new Uint8Array(0));
    const filled = encode(GetFunctionsResponse, { functions: [{ key: "a" }] });
    const second = decode(GetFunctionsResponse, filled);
    expect(first.functions).toHaveLength(0);
    expect(second.functions).toEqual([{ key: "a", value: undefined }]);
  });

  it("holds bytes as views of the input", () => {
    const input = encode(DynamicValue, { msgpack: Buffer.from([1, 2, 3]) });
    const { msgpack } = decode(DynamicValue, input);
    expect(msgpack.buffer).toBe(input.buffer);
  });

  it("a repeated message is read as the map that the protocol has there", () => {
    const theirs = protobuf
      .parse(
        `syntax = "proto3"; message Entries { map<string, Function> functions = 1; }
       message Function { string summary = 4; }`,
      )
      .root.lookupType("Entries");
    const functions = [
      { key: "a", value: { summary: "A" } },
      { key: "b", value: {} },
    ];
    const read = theirs.toObject(theirs.decode(encode(GetFunctionsResponse, { functions })));
    expect(read).toEqual({ functions: { a: { summary: "A" }, b: {} } });
  });

  it("has the last occurrence of a field", () => {
    const twice = Buffer.concat([
      encode(Schema, { version: 1, block: { description: "first" } }),
      encode(Schema, { version: 2, block: { version: 5 } }),
    ]);
    expect(decode(Schema, twice)).toMatchObject({ version: 2, block: { description: "", version: 5 } });
  });

  it("ignores unknown fields", () => {
    const unknowns = [
      [0xf8, 0x07, 0x96, 0x01],
      [0xfa, 0x07, 3, 1, 2, 3],
    ].map((bytes) => Buffer.from(bytes));
    const known = encode(Diagnostic, { summary: "still here" });
    expect(decode(Diagnostic, Buffer.concat([...unknowns, known])).summary).toBe("still here");
  });
});

describe("integers", () => {
  const version = (value: number) => encode(UpgradeResourceStateRequest, { version: value });

  it.each([0, 1, 127, 128, 2 ** 28, 2 ** 31 - 1, 2 ** 32, 2 ** 35, 2 ** 49 - 1])("carry %d", (value) => {
    expect(decode(UpgradeResourceStateRequest, version(value)).version).toBe(value);
  });

  it.each([
    ["negative", [0x10, ...new Array<number>(9).fill(0xff), 0x01]],
    ["too large", [0x10, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
  ])("an integer that is %s is rejected", (_what, bytes) => {
    expect(() => decode(UpgradeResourceStateRequest, Buffer.from(bytes))).toThrow("an integer is too large");
  });
});

describe("bytes that are not a message", () => {
  it.each([
    ["a length beyond the end", [0x0a, 0x05, 0x61]],
    ["a length of four gigabytes", [0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]],
    ["a length beyond 32 bits", [0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
    ["an endless integer", [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
    ["an integer that is cut", [0xf8, 0x07, 0x80]],
    ["field number zero", [0x00]],
    ["a string as a varint", [0x08, 0x01]],
    ["the reserved wire type 6", [0xfe, 0x07]],
    ["a group", [0xfb, 0x07, 0xfc, 0x07]],
    ["the end of a group that never began", [0xfc, 0x07]],
    [
      "an unknown field of eight bytes, which the protocol does not have",
      [0xf9, 0x07, 1, 2, 3, 4, 5, 6, 7, 8],
    ],
    ["a submessage that reaches beyond its parent", [0x12, 0x02, 0x0a, 0x05, 1, 2, 3, 4, 5]],
  ])("%s: a WireError", (_, bytes) => {
    expect(() => decode(ReadResourceRequest, Buffer.from(bytes))).toThrow(WireError);
  });
});

describe("large messages", () => {
  it("do not affect the small messages after them", () => {
    const large = Buffer.alloc(5_000_000, "x");
    const encoded = encode(DynamicValue, { msgpack: large });
    expect(encode(Diagnostic, { summary: "small" })).toEqual(
      Buffer.from([0x12, 0x05, ...Buffer.from("small")]),
    );
    expect(Buffer.compare(decode(DynamicValue, encoded).msgpack, large)).toBe(0);
  });
});
