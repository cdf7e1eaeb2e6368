import { spawnSync } from "node:child_process";
import { join } from "node:path";
import protobuf from "protobufjs";
import * as generated from "../../../src/plugin/wire/generated/tfplugin6";
import { GRPCBroker, GRPCController, GRPCStdio } from "../../../src/plugin/wire/generated/goplugin";
import { Health } from "../../../src/plugin/wire/generated/health";
import { reference } from "./reference";

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
  ["FunctionError", "functionArgument", 2, "int64"],
  ["AttributePath.Step", "elementKeyString", 2, "string"],
  ["AttributePath.Step", "elementKeyInt", 3, "int64"],
  ["StopProvider.Response", "Error", 1, "string"],
  ["RawState", "json", 1, "bytes"],
  ["Schema.Block", "blockTypes", 3, "NestedBlock"],
  ["Schema.Block", "computed", 8, "bool"],
  ["Schema.Attribute", "type", 2, "bytes"],
  ["Schema.Attribute", "description", 3, "string"],
  ["Schema.Attribute", "computed", 6, "bool"],
  ["Schema.Attribute", "sensitive", 7, "bool"],
  ["Schema.Attribute", "nestedType", 10, "Object"],
  ["Schema.Attribute", "writeOnly", 11, "bool"],
  ["Schema.Object", "nesting", 3, "NestingMode"],
  ["ServerCapabilities", "planDestroy", 1, "bool"],
  ["ServerCapabilities", "getProviderSchemaOptional", 2, "bool"],
  ["ServerCapabilities", "moveResourceState", 3, "bool"],
  ["ClientCapabilities", "deferralAllowed", 1, "bool"],
  ["ClientCapabilities", "writeOnlyAttributesAllowed", 2, "bool"],
  ["ClientCapabilities", "storePlannedPrivate", 3, "bool"],
  ["ClientCapabilities", "computedBlocksAllowed", 4, "bool"],
  ["GetProviderSchema.Response", "provider", 1, "Schema"],
  ["GetProviderSchema.Response", "diagnostics", 4, "Diagnostic"],
  ["GetProviderSchema.Response", "serverCapabilities", 6, "ServerCapabilities"],
  ["GetProviderSchema.Response", "functions", 7, "Function"],
  ["ValidateProviderConfig.Response", "diagnostics", 2, "Diagnostic"],
  ["ValidateResourceConfig.Response", "diagnostics", 1, "Diagnostic"],
  ["UpgradeResourceState.Request", "rawState", 3, "RawState"],
  ["ConfigureProvider.Request", "config", 2, "DynamicValue"],
  ["ReadResource.Request", "currentState", 2, "DynamicValue"],
  ["ReadResource.Response", "newIdentity", 5, "ResourceIdentityData"],
  ["PlanResourceChange.Request", "priorState", 2, "DynamicValue"],
  ["PlanResourceChange.Request", "proposedNewState", 3, "DynamicValue"],
  ["PlanResourceChange.Request", "config", 4, "DynamicValue"],
  ["PlanResourceChange.Request", "plannedPrivate", 9, "bytes"],
  ["PlanResourceChange.Response", "requiresReplace", 2, "AttributePath"],
  ["PlanResourceChange.Response", "plannedPrivate", 3, "bytes"],
  ["ApplyResourceChange.Request", "plannedState", 3, "DynamicValue"],
  ["ApplyResourceChange.Response", "private", 2, "bytes"],
  ["ImportResourceState.ImportedResource", "state", 2, "DynamicValue"],
  ["MoveResourceState.Request", "sourceState", 4, "RawState"],
  ["ReadDataSource.Response", "state", 1, "DynamicValue"],
  ["OpenEphemeralResource.Response", "renewAt", 2, "google.protobuf.Timestamp"],
  ["CallFunction.Request", "arguments", 2, "DynamicValue"],
  ["InvokeAction.Event.Completed", "diagnostics", 1, "Diagnostic"],
];

describe("the description of protocol 6", () => {
  it.each(fields)("%s.%s is field %i, a %s", (name, field, number, type) => {
    const found = reference.lookupType(`tfplugin6.${name}`).fields[field];
    expect([found?.id, found?.type]).toEqual([number, type]);
  });

  it("has the enum values that responses use", () => {
    expect(generated.DiagnosticSeverity).toEqual({ INVALID: 0, ERROR: 1, WARNING: 2 });
    expect(generated.StringKind).toEqual({ PLAIN: 0, MARKDOWN: 1 });
    expect(generated.SchemaObjectNestingMode).toEqual({ INVALID: 0, SINGLE: 1, LIST: 2, SET: 3, MAP: 4 });
    expect(generated.SchemaNestedBlockNestingMode).toMatchObject({ LIST: 2, GROUP: 5 });
    expect(generated.DeferredReason).toMatchObject({ PROVIDER_CONFIG_UNKNOWN: 2, ABSENT_PREREQ: 3 });
  });

  it("has all 36 methods", () => {
    const methods = Object.entries(generated.Provider);
    expect(methods).toHaveLength(36);
    for (const [name, method] of methods) expect(method.path).toBe(`/tfplugin6.Provider/${name}`);
  });

  it("has four streaming methods, which the provider does not serve", () => {
    const service = reference.lookupService("tfplugin6.Provider");
    const streams = service.methodsArray.flatMap(({ name, requestStream, responseStream }) =>
      requestStream || responseStream ? [[name, requestStream ? "client" : "server"]] : [],
    );
    expect(Object.fromEntries(streams)).toEqual({
      ListResource: "server",
      ReadStateBytes: "server",
      WriteStateBytes: "client",
      InvokeAction: "server",
    });
  });

  it("names the services of the plugin host", () => {
    const paths = [
      GRPCController.Shutdown,
      GRPCStdio.StreamStdio,
      GRPCBroker.StartStream,
      Health.Check,
      Health.Watch,
    ];
    expect(paths.map(({ path }) => path)).toEqual([
      "/plugin.GRPCController/Shutdown",
      "/plugin.GRPCStdio/StreamStdio",
      "/plugin.GRPCBroker/StartStream",
      "/grpc.health.v1.Health/Check",
      "/grpc.health.v1.Health/Watch",
    ]);
  });

  it("is a valid proto3 file", () => {
    expect(reference.lookup("tfplugin6.Provider")).toBeInstanceOf(protobuf.Service);
  });
});

it("the generated code matches the .proto files", () => {
  const script = join(__dirname, "../../../scripts/generate-wire.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
