import { spawnSync } from "node:child_process";
import { join } from "node:path";
import protobuf from "protobufjs";
import * as generated from "../../../src/sdk/wire/generated/tfplugin6";
import { pairs } from "./reference";

describe("the description of protocol 6", () => {
  it("has the enum values that responses use", () => {
    expect(generated.DiagnosticSeverity).toEqual({ INVALID: 0, ERROR: 1, WARNING: 2 });
    expect(generated.StringKind).toEqual({ PLAIN: 0, MARKDOWN: 1 });
  });

  it("has the path of every method", () => {
    const methods = Object.entries(generated.Provider);
    expect(methods).toHaveLength(14);
    for (const [name, method] of methods) expect(method.path).toBe(`/tfplugin6.Provider/${name}`);
  });

  it("has no message that contains itself, so that no request can nest without end", () => {
    const circular = (type: protobuf.Type, outer: readonly protobuf.Type[]): boolean =>
      outer.includes(type) ||
      type.fieldsArray.some(
        ({ resolvedType: inner }) => inner instanceof protobuf.Type && circular(inner, [...outer, type]),
      );
    expect(pairs.filter(({ theirs }) => circular(theirs, []))).toEqual([]);
  });
});

it("the generated code matches the .proto file", () => {
  const script = join(__dirname, "../../../scripts/generate-wire.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
