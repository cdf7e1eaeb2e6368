import { spawnSync } from "node:child_process";
import { join } from "node:path";
import protobuf from "protobufjs";
import * as generated from "../../../src/sdk/wire/generated/tfplugin6";
import { pairs, reference } from "./reference";

/**
 * Written down by hand from the protocol, independently of the .proto file: what a mistake would break first.
 */
const fields: readonly (readonly [message: string, field: string, number: number, type: string])[] = [
  ["DynamicValue", "msgpack", 1, "bytes"],
  ["DynamicValue", "json", 2, "bytes"],
  ["Diagnostic", "severity", 1, "Severity"],
  ["Diagnostic", "summary", 2, "string"],
  ["Diagnostic", "detail", 3, "string"],
  ["Diagnostic", "attribute", 4, "AttributePath"],
  ["UpgradeResourceState.RawState", "json", 1, "bytes"],
  ["AttributePath.Step", "attributeName", 1, "string"],
  ["FunctionError", "text", 1, "string"],
  ["Schema.Block", "attributes", 2, "Attribute"],
  ["Schema.Attribute", "type", 2, "bytes"],
  ["Schema.Attribute", "description", 3, "string"],
  ["Schema.Attribute", "computed", 6, "bool"],
  ["Schema.Attribute", "sensitive", 7, "bool"],
  ["ServerCapabilities", "planDestroy", 1, "bool"],
  ["ServerCapabilities", "getProviderSchemaOptional", 2, "bool"],
  ["GetProviderSchema.Response", "provider", 1, "Schema"],
  ["GetProviderSchema.Response", "serverCapabilities", 6, "ServerCapabilities"],
  ["GetProviderSchema.Response", "resourceSchemas", 2, "NamedSchema"],
  ["GetProviderSchema.Response", "dataSourceSchemas", 3, "NamedSchema"],
  ["GetProviderSchema.Response", "functions", 7, "NamedFunction"],
  ["NamedSchema", "key", 1, "string"],
  ["NamedSchema", "value", 2, "Schema"],
  ["NamedFunction", "value", 2, "Function"],
  ["ValidateProviderConfig.Response", "diagnostics", 2, "Diagnostic"],
  ["ValidateResourceConfig.Response", "diagnostics", 1, "Diagnostic"],
  ["UpgradeResourceState.Request", "rawState", 3, "RawState"],
  ["ConfigureProvider.Request", "config", 2, "DynamicValue"],
  ["ReadResource.Request", "currentState", 2, "DynamicValue"],
  ["PlanResourceChange.Request", "priorState", 2, "DynamicValue"],
  ["PlanResourceChange.Request", "proposedNewState", 3, "DynamicValue"],
  ["PlanResourceChange.Request", "config", 4, "DynamicValue"],
  ["PlanResourceChange.Response", "plannedPrivate", 3, "bytes"],
  ["ApplyResourceChange.Request", "plannedState", 3, "DynamicValue"],
  ["ApplyResourceChange.Response", "private", 2, "bytes"],
  ["ImportResourceState.ImportedResource", "state", 2, "DynamicValue"],
  ["MoveResourceState.Request", "sourceTypeName", 2, "string"],
  ["MoveResourceState.Request", "targetTypeName", 5, "string"],
  ["MoveResourceState.Response", "diagnostics", 2, "Diagnostic"],
  ["ReadDataSource.Response", "state", 1, "DynamicValue"],
  ["CallFunction.Request", "arguments", 2, "DynamicValue"],
];

describe("the description of protocol 6", () => {
  it.each(fields)("%s.%s is field %i, a %s", (name, field, number, type) => {
    const found = reference.lookupType(`tfplugin6.${name}`).fields[field];
    expect([found?.id, found?.type]).toEqual([number, type]);
  });

  it("has the enum values that responses use", () => {
    expect(generated.DiagnosticSeverity).toEqual({ INVALID: 0, ERROR: 1, WARNING: 2 });
    expect(generated.StringKind).toEqual({ PLAIN: 0, MARKDOWN: 1 });
  });

  it("has the path of every method", () => {
    const methods = Object.entries(generated.Provider);
    expect(methods).toHaveLength(15);
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

  it("the protocol file is valid proto3", () => {
    expect(reference.lookup("tfplugin6.Provider")).toBeInstanceOf(protobuf.Service);
  });
});

it("the generated code matches the .proto file", () => {
  const script = join(__dirname, "../../../scripts/generate-wire.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
