// Generated from tfplugin6.proto by scripts/generate-wire.mjs. Do not edit.
import { message, type MessageType } from "../message";

export const StringKind = {
  PLAIN: 0,
  MARKDOWN: 1,
} as const;
export type StringKind = (typeof StringKind)[keyof typeof StringKind];

/** One Terraform value. Terraform sends msgpack, and also accepts JSON. */
export interface DynamicValue {
  readonly msgpack: Uint8Array;
  readonly json: Uint8Array;
}
export const DynamicValue: MessageType<DynamicValue> = /* @__PURE__ */ message("tfplugin6.DynamicValue", () => [
  ["msgpack", 1, "bytes"],
  ["json", 2, "bytes"],
]);

/** An error or warning for the user, optionally pointing at an attribute. */
export interface Diagnostic {
  readonly severity: DiagnosticSeverity;
  readonly summary: string;
  readonly detail: string;
  readonly attribute?: AttributePath | undefined;
}
export const Diagnostic: MessageType<Diagnostic> = /* @__PURE__ */ message("tfplugin6.Diagnostic", () => [
  ["severity", 1, "integer"],
  ["summary", 2, "string"],
  ["detail", 3, "string"],
  ["attribute", 4, AttributePath],
]);

export const DiagnosticSeverity = {
  INVALID: 0,
  ERROR: 1,
  WARNING: 2,
} as const;
export type DiagnosticSeverity = (typeof DiagnosticSeverity)[keyof typeof DiagnosticSeverity];

/** Why a function call failed. */
export interface FunctionError {
  readonly text: string;
}
export const FunctionError: MessageType<FunctionError> = /* @__PURE__ */ message("tfplugin6.FunctionError", () => [
  ["text", 1, "string"],
]);

/** The path from the root of an object to an attribute. */
export interface AttributePath {
  readonly steps: readonly AttributePathStep[];
}
export const AttributePath: MessageType<AttributePath> = /* @__PURE__ */ message("tfplugin6.AttributePath", () => [
  ["steps", 1, AttributePathStep, "repeated"],
]);

export interface AttributePathStep {
  readonly attributeName: string;
}
export const AttributePathStep: MessageType<AttributePathStep> = /* @__PURE__ */ message("tfplugin6.AttributePath.Step", () => [
  ["attributeName", 1, "string"],
]);

/** What a configuration block may hold. */
export interface Schema {
  readonly version: number;
  readonly block?: SchemaBlock | undefined;
}
export const Schema: MessageType<Schema> = /* @__PURE__ */ message("tfplugin6.Schema", () => [
  ["version", 1, "integer"],
  ["block", 2, SchemaBlock],
]);

export interface SchemaBlock {
  readonly version: number;
  readonly attributes: readonly SchemaAttribute[];
  readonly description: string;
  readonly descriptionKind: StringKind;
}
export const SchemaBlock: MessageType<SchemaBlock> = /* @__PURE__ */ message("tfplugin6.Schema.Block", () => [
  ["version", 1, "integer"],
  ["attributes", 2, SchemaAttribute, "repeated"],
  ["description", 4, "string"],
  ["descriptionKind", 5, "integer"],
]);

/** One argument; `type` is its type in JSON form. */
export interface SchemaAttribute {
  readonly name: string;
  readonly type: Uint8Array;
  readonly description: string;
  readonly required: boolean;
  readonly optional: boolean;
  readonly computed: boolean;
  readonly sensitive: boolean;
  readonly descriptionKind: StringKind;
}
export const SchemaAttribute: MessageType<SchemaAttribute> = /* @__PURE__ */ message("tfplugin6.Schema.Attribute", () => [
  ["name", 1, "string"],
  ["type", 2, "bytes"],
  ["description", 3, "string"],
  ["required", 4, "bool"],
  ["optional", 5, "bool"],
  ["computed", 6, "bool"],
  ["sensitive", 7, "bool"],
  ["descriptionKind", 8, "integer"],
]);

export interface NamedSchema {
  readonly key: string;
  readonly value?: Schema | undefined;
}
export const NamedSchema: MessageType<NamedSchema> = /* @__PURE__ */ message("tfplugin6.NamedSchema", () => [
  ["key", 1, "string"],
  ["value", 2, Schema],
]);

/** The signature of a provider function. */
export interface Function {
  readonly parameters: readonly FunctionParameter[];
  readonly return?: FunctionReturn | undefined;
  readonly summary: string;
  readonly description: string;
  readonly descriptionKind: StringKind;
}
export const Function: MessageType<Function> = /* @__PURE__ */ message("tfplugin6.Function", () => [
  ["parameters", 1, FunctionParameter, "repeated"],
  ["return", 3, FunctionReturn],
  ["summary", 4, "string"],
  ["description", 5, "string"],
  ["descriptionKind", 6, "integer"],
]);

export interface FunctionParameter {
  readonly name: string;
  readonly type: Uint8Array;
  readonly description: string;
  readonly descriptionKind: StringKind;
}
export const FunctionParameter: MessageType<FunctionParameter> = /* @__PURE__ */ message("tfplugin6.Function.Parameter", () => [
  ["name", 1, "string"],
  ["type", 2, "bytes"],
  ["description", 5, "string"],
  ["descriptionKind", 6, "integer"],
]);

export interface FunctionReturn {
  readonly type: Uint8Array;
}
export const FunctionReturn: MessageType<FunctionReturn> = /* @__PURE__ */ message("tfplugin6.Function.Return", () => [
  ["type", 1, "bytes"],
]);

export interface NamedFunction {
  readonly key: string;
  readonly value?: Function | undefined;
}
export const NamedFunction: MessageType<NamedFunction> = /* @__PURE__ */ message("tfplugin6.NamedFunction", () => [
  ["key", 1, "string"],
  ["value", 2, Function],
]);

/** What this provider understands beyond the first release of protocol 6. */
export interface ServerCapabilities {
  /** Without this capability, Terraform plans a destroy without calling the provider. */
  readonly planDestroy: boolean;
  /** With this capability, Terraform may not call GetProviderSchema in later processes of a run. */
  readonly getProviderSchemaOptional: boolean;
}
export const ServerCapabilities: MessageType<ServerCapabilities> = /* @__PURE__ */ message("tfplugin6.ServerCapabilities", () => [
  ["planDestroy", 1, "bool"],
  ["getProviderSchemaOptional", 2, "bool"],
]);

export type GetProviderSchemaRequest = Readonly<Record<never, never>>;
export const GetProviderSchemaRequest: MessageType<GetProviderSchemaRequest> = /* @__PURE__ */ message("tfplugin6.GetProviderSchema.Request", () => []);

export interface GetProviderSchemaResponse {
  readonly provider?: Schema | undefined;
  readonly resourceSchemas: readonly NamedSchema[];
  readonly dataSourceSchemas: readonly NamedSchema[];
  readonly serverCapabilities?: ServerCapabilities | undefined;
  readonly functions: readonly NamedFunction[];
}
export const GetProviderSchemaResponse: MessageType<GetProviderSchemaResponse> = /* @__PURE__ */ message("tfplugin6.GetProviderSchema.Response", () => [
  ["provider", 1, Schema],
  ["resourceSchemas", 2, NamedSchema, "repeated"],
  ["dataSourceSchemas", 3, NamedSchema, "repeated"],
  ["serverCapabilities", 6, ServerCapabilities],
  ["functions", 7, NamedFunction, "repeated"],
]);

export interface ValidateProviderConfigRequest {
  readonly config?: DynamicValue | undefined;
}
export const ValidateProviderConfigRequest: MessageType<ValidateProviderConfigRequest> = /* @__PURE__ */ message("tfplugin6.ValidateProviderConfig.Request", () => [
  ["config", 1, DynamicValue],
]);

export interface ValidateProviderConfigResponse {
  readonly diagnostics: readonly Diagnostic[];
}
export const ValidateProviderConfigResponse: MessageType<ValidateProviderConfigResponse> = /* @__PURE__ */ message("tfplugin6.ValidateProviderConfig.Response", () => [
  ["diagnostics", 2, Diagnostic, "repeated"],
]);

/** The JSON of the object in the state file; empty if Terraform 0.11 or older wrote it in another form. */
export interface UpgradeResourceStateRawState {
  readonly json: Uint8Array;
}
export const UpgradeResourceStateRawState: MessageType<UpgradeResourceStateRawState> = /* @__PURE__ */ message("tfplugin6.UpgradeResourceState.RawState", () => [
  ["json", 1, "bytes"],
]);

export interface UpgradeResourceStateRequest {
  readonly typeName: string;
  readonly version: number;
  readonly rawState?: UpgradeResourceStateRawState | undefined;
}
export const UpgradeResourceStateRequest: MessageType<UpgradeResourceStateRequest> = /* @__PURE__ */ message("tfplugin6.UpgradeResourceState.Request", () => [
  ["typeName", 1, "string"],
  ["version", 2, "integer"],
  ["rawState", 3, UpgradeResourceStateRawState],
]);

export interface UpgradeResourceStateResponse {
  readonly upgradedState?: DynamicValue | undefined;
  readonly diagnostics: readonly Diagnostic[];
}
export const UpgradeResourceStateResponse: MessageType<UpgradeResourceStateResponse> = /* @__PURE__ */ message("tfplugin6.UpgradeResourceState.Response", () => [
  ["upgradedState", 1, DynamicValue],
  ["diagnostics", 2, Diagnostic, "repeated"],
]);

export interface ValidateResourceConfigRequest {
  readonly typeName: string;
  readonly config?: DynamicValue | undefined;
}
export const ValidateResourceConfigRequest: MessageType<ValidateResourceConfigRequest> = /* @__PURE__ */ message("tfplugin6.ValidateResourceConfig.Request", () => [
  ["typeName", 1, "string"],
  ["config", 2, DynamicValue],
]);

export interface ValidateResourceConfigResponse {
  readonly diagnostics: readonly Diagnostic[];
}
export const ValidateResourceConfigResponse: MessageType<ValidateResourceConfigResponse> = /* @__PURE__ */ message("tfplugin6.ValidateResourceConfig.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
]);

export interface ValidateDataResourceConfigRequest {
  readonly typeName: string;
  readonly config?: DynamicValue | undefined;
}
export const ValidateDataResourceConfigRequest: MessageType<ValidateDataResourceConfigRequest> = /* @__PURE__ */ message("tfplugin6.ValidateDataResourceConfig.Request", () => [
  ["typeName", 1, "string"],
  ["config", 2, DynamicValue],
]);

export interface ValidateDataResourceConfigResponse {
  readonly diagnostics: readonly Diagnostic[];
}
export const ValidateDataResourceConfigResponse: MessageType<ValidateDataResourceConfigResponse> = /* @__PURE__ */ message("tfplugin6.ValidateDataResourceConfig.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
]);

export interface ConfigureProviderRequest {
  readonly terraformVersion: string;
  readonly config?: DynamicValue | undefined;
}
export const ConfigureProviderRequest: MessageType<ConfigureProviderRequest> = /* @__PURE__ */ message("tfplugin6.ConfigureProvider.Request", () => [
  ["terraformVersion", 1, "string"],
  ["config", 2, DynamicValue],
]);

export interface ConfigureProviderResponse {
  readonly diagnostics: readonly Diagnostic[];
}
export const ConfigureProviderResponse: MessageType<ConfigureProviderResponse> = /* @__PURE__ */ message("tfplugin6.ConfigureProvider.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
]);

export interface ReadResourceRequest {
  readonly typeName: string;
  readonly currentState?: DynamicValue | undefined;
  readonly private: Uint8Array;
}
export const ReadResourceRequest: MessageType<ReadResourceRequest> = /* @__PURE__ */ message("tfplugin6.ReadResource.Request", () => [
  ["typeName", 1, "string"],
  ["currentState", 2, DynamicValue],
  ["private", 3, "bytes"],
]);

export interface ReadResourceResponse {
  readonly newState?: DynamicValue | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly private: Uint8Array;
}
export const ReadResourceResponse: MessageType<ReadResourceResponse> = /* @__PURE__ */ message("tfplugin6.ReadResource.Response", () => [
  ["newState", 1, DynamicValue],
  ["diagnostics", 2, Diagnostic, "repeated"],
  ["private", 3, "bytes"],
]);

export interface PlanResourceChangeRequest {
  readonly typeName: string;
  readonly priorState?: DynamicValue | undefined;
  readonly proposedNewState?: DynamicValue | undefined;
  readonly config?: DynamicValue | undefined;
  readonly priorPrivate: Uint8Array;
}
export const PlanResourceChangeRequest: MessageType<PlanResourceChangeRequest> = /* @__PURE__ */ message("tfplugin6.PlanResourceChange.Request", () => [
  ["typeName", 1, "string"],
  ["priorState", 2, DynamicValue],
  ["proposedNewState", 3, DynamicValue],
  ["config", 4, DynamicValue],
  ["priorPrivate", 5, "bytes"],
]);

export interface PlanResourceChangeResponse {
  readonly plannedState?: DynamicValue | undefined;
  readonly plannedPrivate: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}
export const PlanResourceChangeResponse: MessageType<PlanResourceChangeResponse> = /* @__PURE__ */ message("tfplugin6.PlanResourceChange.Response", () => [
  ["plannedState", 1, DynamicValue],
  ["plannedPrivate", 3, "bytes"],
  ["diagnostics", 4, Diagnostic, "repeated"],
]);

export interface ApplyResourceChangeRequest {
  readonly typeName: string;
  readonly priorState?: DynamicValue | undefined;
  readonly plannedState?: DynamicValue | undefined;
  readonly config?: DynamicValue | undefined;
  readonly plannedPrivate: Uint8Array;
}
export const ApplyResourceChangeRequest: MessageType<ApplyResourceChangeRequest> = /* @__PURE__ */ message("tfplugin6.ApplyResourceChange.Request", () => [
  ["typeName", 1, "string"],
  ["priorState", 2, DynamicValue],
  ["plannedState", 3, DynamicValue],
  ["config", 4, DynamicValue],
  ["plannedPrivate", 5, "bytes"],
]);

export interface ApplyResourceChangeResponse {
  readonly newState?: DynamicValue | undefined;
  readonly private: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}
export const ApplyResourceChangeResponse: MessageType<ApplyResourceChangeResponse> = /* @__PURE__ */ message("tfplugin6.ApplyResourceChange.Response", () => [
  ["newState", 1, DynamicValue],
  ["private", 2, "bytes"],
  ["diagnostics", 3, Diagnostic, "repeated"],
]);

export interface ImportResourceStateRequest {
  readonly typeName: string;
  readonly id: string;
}
export const ImportResourceStateRequest: MessageType<ImportResourceStateRequest> = /* @__PURE__ */ message("tfplugin6.ImportResourceState.Request", () => [
  ["typeName", 1, "string"],
  ["id", 2, "string"],
]);

export interface ImportResourceStateImportedResource {
  readonly typeName: string;
  readonly state?: DynamicValue | undefined;
  readonly private: Uint8Array;
}
export const ImportResourceStateImportedResource: MessageType<ImportResourceStateImportedResource> = /* @__PURE__ */ message("tfplugin6.ImportResourceState.ImportedResource", () => [
  ["typeName", 1, "string"],
  ["state", 2, DynamicValue],
  ["private", 3, "bytes"],
]);

export interface ImportResourceStateResponse {
  readonly importedResources: readonly ImportResourceStateImportedResource[];
  readonly diagnostics: readonly Diagnostic[];
}
export const ImportResourceStateResponse: MessageType<ImportResourceStateResponse> = /* @__PURE__ */ message("tfplugin6.ImportResourceState.Response", () => [
  ["importedResources", 1, ImportResourceStateImportedResource, "repeated"],
  ["diagnostics", 2, Diagnostic, "repeated"],
]);

export interface ReadDataSourceRequest {
  readonly typeName: string;
  readonly config?: DynamicValue | undefined;
}
export const ReadDataSourceRequest: MessageType<ReadDataSourceRequest> = /* @__PURE__ */ message("tfplugin6.ReadDataSource.Request", () => [
  ["typeName", 1, "string"],
  ["config", 2, DynamicValue],
]);

export interface ReadDataSourceResponse {
  readonly state?: DynamicValue | undefined;
  readonly diagnostics: readonly Diagnostic[];
}
export const ReadDataSourceResponse: MessageType<ReadDataSourceResponse> = /* @__PURE__ */ message("tfplugin6.ReadDataSource.Response", () => [
  ["state", 1, DynamicValue],
  ["diagnostics", 2, Diagnostic, "repeated"],
]);

export type GetFunctionsRequest = Readonly<Record<never, never>>;
export const GetFunctionsRequest: MessageType<GetFunctionsRequest> = /* @__PURE__ */ message("tfplugin6.GetFunctions.Request", () => []);

export interface GetFunctionsResponse {
  readonly functions: readonly NamedFunction[];
}
export const GetFunctionsResponse: MessageType<GetFunctionsResponse> = /* @__PURE__ */ message("tfplugin6.GetFunctions.Response", () => [
  ["functions", 1, NamedFunction, "repeated"],
]);

export interface CallFunctionRequest {
  readonly name: string;
  readonly arguments: readonly DynamicValue[];
}
export const CallFunctionRequest: MessageType<CallFunctionRequest> = /* @__PURE__ */ message("tfplugin6.CallFunction.Request", () => [
  ["name", 1, "string"],
  ["arguments", 2, DynamicValue, "repeated"],
]);

export interface CallFunctionResponse {
  readonly result?: DynamicValue | undefined;
  readonly error?: FunctionError | undefined;
}
export const CallFunctionResponse: MessageType<CallFunctionResponse> = /* @__PURE__ */ message("tfplugin6.CallFunction.Response", () => [
  ["result", 1, DynamicValue],
  ["error", 2, FunctionError],
]);

export type StopProviderRequest = Readonly<Record<never, never>>;
export const StopProviderRequest: MessageType<StopProviderRequest> = /* @__PURE__ */ message("tfplugin6.StopProvider.Request", () => []);

export type StopProviderResponse = Readonly<Record<never, never>>;
export const StopProviderResponse: MessageType<StopProviderResponse> = /* @__PURE__ */ message("tfplugin6.StopProvider.Response", () => []);

export const Provider = {
  GetProviderSchema: {
    path: "/tfplugin6.Provider/GetProviderSchema",
    request: GetProviderSchemaRequest,
    response: GetProviderSchemaResponse,
  },
  ValidateProviderConfig: {
    path: "/tfplugin6.Provider/ValidateProviderConfig",
    request: ValidateProviderConfigRequest,
    response: ValidateProviderConfigResponse,
  },
  ValidateResourceConfig: {
    path: "/tfplugin6.Provider/ValidateResourceConfig",
    request: ValidateResourceConfigRequest,
    response: ValidateResourceConfigResponse,
  },
  ValidateDataResourceConfig: {
    path: "/tfplugin6.Provider/ValidateDataResourceConfig",
    request: ValidateDataResourceConfigRequest,
    response: ValidateDataResourceConfigResponse,
  },
  UpgradeResourceState: {
    path: "/tfplugin6.Provider/UpgradeResourceState",
    request: UpgradeResourceStateRequest,
    response: UpgradeResourceStateResponse,
  },
  ConfigureProvider: {
    path: "/tfplugin6.Provider/ConfigureProvider",
    request: ConfigureProviderRequest,
    response: ConfigureProviderResponse,
  },
  ReadResource: {
    path: "/tfplugin6.Provider/ReadResource",
    request: ReadResourceRequest,
    response: ReadResourceResponse,
  },
  PlanResourceChange: {
    path: "/tfplugin6.Provider/PlanResourceChange",
    request: PlanResourceChangeRequest,
    response: PlanResourceChangeResponse,
  },
  ApplyResourceChange: {
    path: "/tfplugin6.Provider/ApplyResourceChange",
    request: ApplyResourceChangeRequest,
    response: ApplyResourceChangeResponse,
  },
  ImportResourceState: {
    path: "/tfplugin6.Provider/ImportResourceState",
    request: ImportResourceStateRequest,
    response: ImportResourceStateResponse,
  },
  ReadDataSource: {
    path: "/tfplugin6.Provider/ReadDataSource",
    request: ReadDataSourceRequest,
    response: ReadDataSourceResponse,
  },
  GetFunctions: {
    path: "/tfplugin6.Provider/GetFunctions",
    request: GetFunctionsRequest,
    response: GetFunctionsResponse,
  },
  CallFunction: {
    path: "/tfplugin6.Provider/CallFunction",
    request: CallFunctionRequest,
    response: CallFunctionResponse,
  },
  StopProvider: {
    path: "/tfplugin6.Provider/StopProvider",
    request: StopProviderRequest,
    response: StopProviderResponse,
  },
} as const;
