// Generated from tfplugin6.proto by scripts/generate-wire.mjs. Do not edit.
import { message, type MessageType } from "../message";

export interface Timestamp {
  readonly seconds: number;
  readonly nanos: number;
}
export const Timestamp: MessageType<Timestamp> = /* @__PURE__ */ message("google.protobuf.Timestamp", () => [
  ["seconds", 1, "int64"],
  ["nanos", 2, "int32"],
]);

export const StringKind = {
  PLAIN: 0,
  MARKDOWN: 1,
} as const;
export type StringKind = (typeof StringKind)[keyof typeof StringKind];

/** One Terraform value. Writers fill exactly one form; we always write msgpack. Both empty means null. */
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
  ["severity", 1, "enum"],
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

/** Why a function call failed, and which argument is to blame (counted from zero). */
export interface FunctionError {
  readonly text: string;
  readonly functionArgument?: number | undefined;
}
export const FunctionError: MessageType<FunctionError> = /* @__PURE__ */ message("tfplugin6.FunctionError", () => [
  ["text", 1, "string"],
  ["functionArgument", 2, "int64", "optional"],
]);

/** The way from the root of an object to one value inside it. */
export interface AttributePath {
  readonly steps: readonly AttributePathStep[];
}
export const AttributePath: MessageType<AttributePath> = /* @__PURE__ */ message("tfplugin6.AttributePath", () => [
  ["steps", 1, AttributePathStep, "repeated"],
]);

export interface AttributePathStep {
  readonly attributeName?: string | undefined;
  readonly elementKeyString?: string | undefined;
  readonly elementKeyInt?: number | undefined;
}
export const AttributePathStep: MessageType<AttributePathStep> = /* @__PURE__ */ message("tfplugin6.AttributePath.Step", () => [
  ["attributeName", 1, "string", "oneof selector"],
  ["elementKeyString", 2, "string", "oneof selector"],
  ["elementKeyInt", 3, "int64", "oneof selector"],
]);

export type StopProviderRequest = Readonly<Record<never, never>>;
export const StopProviderRequest: MessageType<StopProviderRequest> = /* @__PURE__ */ message("tfplugin6.StopProvider.Request", () => []);

export interface StopProviderResponse {
  /** Ignored by Terraform. The capital letter is part of the protocol. */
  readonly Error: string;
}
export const StopProviderResponse: MessageType<StopProviderResponse> = /* @__PURE__ */ message("tfplugin6.StopProvider.Response", () => [
  ["Error", 1, "string"],
]);

/** A stored object as the state file holds it, in the schema of the version that wrote it. */
export interface RawState {
  readonly json: Uint8Array;
  /** Written by Terraform 0.11 and older. */
  readonly flatmap: ReadonlyMap<string, string>;
}
export const RawState: MessageType<RawState> = /* @__PURE__ */ message("tfplugin6.RawState", () => [
  ["json", 1, "bytes"],
  ["flatmap", 2, "string", "map"],
]);

/** The attributes that tell one remote object from another, apart from its state. */
export interface ResourceIdentitySchema {
  readonly version: number;
  readonly identityAttributes: readonly ResourceIdentitySchemaIdentityAttribute[];
}
export const ResourceIdentitySchema: MessageType<ResourceIdentitySchema> = /* @__PURE__ */ message("tfplugin6.ResourceIdentitySchema", () => [
  ["version", 1, "int64"],
  ["identityAttributes", 2, ResourceIdentitySchemaIdentityAttribute, "repeated"],
]);

export interface ResourceIdentitySchemaIdentityAttribute {
  readonly name: string;
  readonly type: Uint8Array;
  readonly requiredForImport: boolean;
  readonly optionalForImport: boolean;
  readonly description: string;
}
export const ResourceIdentitySchemaIdentityAttribute: MessageType<ResourceIdentitySchemaIdentityAttribute> = /* @__PURE__ */ message("tfplugin6.ResourceIdentitySchema.IdentityAttribute", () => [
  ["name", 1, "string"],
  ["type", 2, "bytes"],
  ["requiredForImport", 3, "bool"],
  ["optionalForImport", 4, "bool"],
  ["description", 5, "string"],
]);

/** The identity of one remote object. */
export interface ResourceIdentityData {
  readonly identityData?: DynamicValue | undefined;
}
export const ResourceIdentityData: MessageType<ResourceIdentityData> = /* @__PURE__ */ message("tfplugin6.ResourceIdentityData", () => [
  ["identityData", 1, DynamicValue],
]);

/** The configuration an action accepts. */
export interface ActionSchema {
  readonly schema?: Schema | undefined;
}
export const ActionSchema: MessageType<ActionSchema> = /* @__PURE__ */ message("tfplugin6.ActionSchema", () => [
  ["schema", 1, Schema],
]);

/** What a configuration block may hold. */
export interface Schema {
  readonly version: number;
  readonly block?: SchemaBlock | undefined;
}
export const Schema: MessageType<Schema> = /* @__PURE__ */ message("tfplugin6.Schema", () => [
  ["version", 1, "int64"],
  ["block", 2, SchemaBlock],
]);

/** The attributes and blocks at one level. */
export interface SchemaBlock {
  readonly version: number;
  readonly attributes: readonly SchemaAttribute[];
  readonly blockTypes: readonly SchemaNestedBlock[];
  readonly description: string;
  readonly descriptionKind: StringKind;
  readonly deprecated: boolean;
  readonly deprecationMessage: string;
  /** since 6.11 */
  readonly computed: boolean;
}
export const SchemaBlock: MessageType<SchemaBlock> = /* @__PURE__ */ message("tfplugin6.Schema.Block", () => [
  ["version", 1, "int64"],
  ["attributes", 2, SchemaAttribute, "repeated"],
  ["blockTypes", 3, SchemaNestedBlock, "repeated"],
  ["description", 4, "string"],
  ["descriptionKind", 5, "enum"],
  ["deprecated", 6, "bool"],
  ["deprecationMessage", 7, "string"],
  ["computed", 8, "bool"],
]);

/** One argument. `type` is the type in JSON form, unless `nested_type` describes an object. */
export interface SchemaAttribute {
  readonly name: string;
  readonly type: Uint8Array;
  readonly nestedType?: SchemaObject | undefined;
  readonly description: string;
  readonly required: boolean;
  readonly optional: boolean;
  readonly computed: boolean;
  readonly sensitive: boolean;
  readonly descriptionKind: StringKind;
  readonly deprecated: boolean;
  readonly writeOnly: boolean;
  readonly deprecationMessage: string;
}
export const SchemaAttribute: MessageType<SchemaAttribute> = /* @__PURE__ */ message("tfplugin6.Schema.Attribute", () => [
  ["name", 1, "string"],
  ["type", 2, "bytes"],
  ["nestedType", 10, SchemaObject],
  ["description", 3, "string"],
  ["required", 4, "bool"],
  ["optional", 5, "bool"],
  ["computed", 6, "bool"],
  ["sensitive", 7, "bool"],
  ["descriptionKind", 8, "enum"],
  ["deprecated", 9, "bool"],
  ["writeOnly", 11, "bool"],
  ["deprecationMessage", 12, "string"],
]);

/** A block inside a block. */
export interface SchemaNestedBlock {
  readonly typeName: string;
  readonly block?: SchemaBlock | undefined;
  readonly nesting: SchemaNestedBlockNestingMode;
  readonly minItems: number;
  readonly maxItems: number;
}
export const SchemaNestedBlock: MessageType<SchemaNestedBlock> = /* @__PURE__ */ message("tfplugin6.Schema.NestedBlock", () => [
  ["typeName", 1, "string"],
  ["block", 2, SchemaBlock],
  ["nesting", 3, "enum"],
  ["minItems", 4, "int64"],
  ["maxItems", 5, "int64"],
]);

export const SchemaNestedBlockNestingMode = {
  INVALID: 0,
  SINGLE: 1,
  LIST: 2,
  SET: 3,
  MAP: 4,
  GROUP: 5,
} as const;
export type SchemaNestedBlockNestingMode = (typeof SchemaNestedBlockNestingMode)[keyof typeof SchemaNestedBlockNestingMode];

/** Attributes inside an attribute, which protocol 5 does not have. */
export interface SchemaObject {
  readonly attributes: readonly SchemaAttribute[];
  readonly nesting: SchemaObjectNestingMode;
  readonly minItems: number;
  readonly maxItems: number;
}
export const SchemaObject: MessageType<SchemaObject> = /* @__PURE__ */ message("tfplugin6.Schema.Object", () => [
  ["attributes", 1, SchemaAttribute, "repeated"],
  ["nesting", 3, "enum"],
  ["minItems", 4, "int64"],
  ["maxItems", 5, "int64"],
]);

export const SchemaObjectNestingMode = {
  INVALID: 0,
  SINGLE: 1,
  LIST: 2,
  SET: 3,
  MAP: 4,
} as const;
export type SchemaObjectNestingMode = (typeof SchemaObjectNestingMode)[keyof typeof SchemaObjectNestingMode];

/** The signature of a provider function. */
export interface Function {
  readonly parameters: readonly FunctionParameter[];
  readonly variadicParameter?: FunctionParameter | undefined;
  readonly return?: FunctionReturn | undefined;
  readonly summary: string;
  readonly description: string;
  readonly descriptionKind: StringKind;
  readonly deprecationMessage: string;
}
export const Function: MessageType<Function> = /* @__PURE__ */ message("tfplugin6.Function", () => [
  ["parameters", 1, FunctionParameter, "repeated"],
  ["variadicParameter", 2, FunctionParameter],
  ["return", 3, FunctionReturn],
  ["summary", 4, "string"],
  ["description", 5, "string"],
  ["descriptionKind", 6, "enum"],
  ["deprecationMessage", 7, "string"],
]);

export interface FunctionParameter {
  readonly name: string;
  readonly type: Uint8Array;
  readonly allowNullValue: boolean;
  readonly allowUnknownValues: boolean;
  readonly description: string;
  readonly descriptionKind: StringKind;
}
export const FunctionParameter: MessageType<FunctionParameter> = /* @__PURE__ */ message("tfplugin6.Function.Parameter", () => [
  ["name", 1, "string"],
  ["type", 2, "bytes"],
  ["allowNullValue", 3, "bool"],
  ["allowUnknownValues", 4, "bool"],
  ["description", 5, "string"],
  ["descriptionKind", 6, "enum"],
]);

export interface FunctionReturn {
  readonly type: Uint8Array;
}
export const FunctionReturn: MessageType<FunctionReturn> = /* @__PURE__ */ message("tfplugin6.Function.Return", () => [
  ["type", 1, "bytes"],
]);

/** What this provider understands beyond the first release of protocol 6. */
export interface ServerCapabilities {
  /** Without it Terraform plans a deletion without asking the provider. */
  readonly planDestroy: boolean;
  /** Later processes of one run may then never be asked for their schema. */
  readonly getProviderSchemaOptional: boolean;
  readonly moveResourceState: boolean;
  readonly generateResourceConfig: boolean;
}
export const ServerCapabilities: MessageType<ServerCapabilities> = /* @__PURE__ */ message("tfplugin6.ServerCapabilities", () => [
  ["planDestroy", 1, "bool"],
  ["getProviderSchemaOptional", 2, "bool"],
  ["moveResourceState", 3, "bool"],
  ["generateResourceConfig", 4, "bool"],
]);

/** What the calling Terraform understands beyond the first release of protocol 6. */
export interface ClientCapabilities {
  readonly deferralAllowed: boolean;
  readonly writeOnlyAttributesAllowed: boolean;
  /** since 6.11 */
  readonly storePlannedPrivate: boolean;
  /** since 6.11 */
  readonly computedBlocksAllowed: boolean;
}
export const ClientCapabilities: MessageType<ClientCapabilities> = /* @__PURE__ */ message("tfplugin6.ClientCapabilities", () => [
  ["deferralAllowed", 1, "bool"],
  ["writeOnlyAttributesAllowed", 2, "bool"],
  ["storePlannedPrivate", 3, "bool"],
  ["computedBlocksAllowed", 4, "bool"],
]);

/** The provider could not plan yet, and why. */
export interface Deferred {
  readonly reason: DeferredReason;
}
export const Deferred: MessageType<Deferred> = /* @__PURE__ */ message("tfplugin6.Deferred", () => [
  ["reason", 1, "enum"],
]);

export const DeferredReason = {
  UNKNOWN: 0,
  RESOURCE_CONFIG_UNKNOWN: 1,
  PROVIDER_CONFIG_UNKNOWN: 2,
  ABSENT_PREREQ: 3,
} as const;
export type DeferredReason = (typeof DeferredReason)[keyof typeof DeferredReason];

export type GetMetadataRequest = Readonly<Record<never, never>>;
export const GetMetadataRequest: MessageType<GetMetadataRequest> = /* @__PURE__ */ message("tfplugin6.GetMetadata.Request", () => []);

export interface GetMetadataResponse {
  readonly serverCapabilities?: ServerCapabilities | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly dataSources: readonly GetMetadataDataSourceMetadata[];
  readonly resources: readonly GetMetadataResourceMetadata[];
  readonly functions: readonly GetMetadataFunctionMetadata[];
  readonly ephemeralResources: readonly GetMetadataEphemeralMetadata[];
  readonly listResources: readonly GetMetadataListResourceMetadata[];
  readonly stateStores: readonly GetMetadataStateStoreMetadata[];
  readonly actions: readonly GetMetadataActionMetadata[];
}
export const GetMetadataResponse: MessageType<GetMetadataResponse> = /* @__PURE__ */ message("tfplugin6.GetMetadata.Response", () => [
  ["serverCapabilities", 1, ServerCapabilities],
  ["diagnostics", 2, Diagnostic, "repeated"],
  ["dataSources", 3, GetMetadataDataSourceMetadata, "repeated"],
  ["resources", 4, GetMetadataResourceMetadata, "repeated"],
  ["functions", 5, GetMetadataFunctionMetadata, "repeated"],
  ["ephemeralResources", 6, GetMetadataEphemeralMetadata, "repeated"],
  ["listResources", 7, GetMetadataListResourceMetadata, "repeated"],
  ["stateStores", 8, GetMetadataStateStoreMetadata, "repeated"],
  ["actions", 9, GetMetadataActionMetadata, "repeated"],
]);

export interface GetMetadataEphemeralMetadata {
  readonly typeName: string;
}
export const GetMetadataEphemeralMetadata: MessageType<GetMetadataEphemeralMetadata> = /* @__PURE__ */ message("tfplugin6.GetMetadata.EphemeralMetadata", () => [
  ["typeName", 1, "string"],
]);

export interface GetMetadataFunctionMetadata {
  readonly name: string;
}
export const GetMetadataFunctionMetadata: MessageType<GetMetadataFunctionMetadata> = /* @__PURE__ */ message("tfplugin6.GetMetadata.FunctionMetadata", () => [
  ["name", 1, "string"],
]);

export interface GetMetadataDataSourceMetadata {
  readonly typeName: string;
}
export const GetMetadataDataSourceMetadata: MessageType<GetMetadataDataSourceMetadata> = /* @__PURE__ */ message("tfplugin6.GetMetadata.DataSourceMetadata", () => [
  ["typeName", 1, "string"],
]);

export interface GetMetadataResourceMetadata {
  readonly typeName: string;
}
export const GetMetadataResourceMetadata: MessageType<GetMetadataResourceMetadata> = /* @__PURE__ */ message("tfplugin6.GetMetadata.ResourceMetadata", () => [
  ["typeName", 1, "string"],
]);

export interface GetMetadataListResourceMetadata {
  readonly typeName: string;
}
export const GetMetadataListResourceMetadata: MessageType<GetMetadataListResourceMetadata> = /* @__PURE__ */ message("tfplugin6.GetMetadata.ListResourceMetadata", () => [
  ["typeName", 1, "string"],
]);

export interface GetMetadataStateStoreMetadata {
  readonly typeName: string;
}
export const GetMetadataStateStoreMetadata: MessageType<GetMetadataStateStoreMetadata> = /* @__PURE__ */ message("tfplugin6.GetMetadata.StateStoreMetadata", () => [
  ["typeName", 1, "string"],
]);

export interface GetMetadataActionMetadata {
  readonly typeName: string;
}
export const GetMetadataActionMetadata: MessageType<GetMetadataActionMetadata> = /* @__PURE__ */ message("tfplugin6.GetMetadata.ActionMetadata", () => [
  ["typeName", 1, "string"],
]);

export type GetProviderSchemaRequest = Readonly<Record<never, never>>;
export const GetProviderSchemaRequest: MessageType<GetProviderSchemaRequest> = /* @__PURE__ */ message("tfplugin6.GetProviderSchema.Request", () => []);

export interface GetProviderSchemaResponse {
  readonly provider?: Schema | undefined;
  readonly resourceSchemas: ReadonlyMap<string, Schema>;
  readonly dataSourceSchemas: ReadonlyMap<string, Schema>;
  readonly functions: ReadonlyMap<string, Function>;
  readonly ephemeralResourceSchemas: ReadonlyMap<string, Schema>;
  readonly listResourceSchemas: ReadonlyMap<string, Schema>;
  readonly stateStoreSchemas: ReadonlyMap<string, Schema>;
  readonly actionSchemas: ReadonlyMap<string, ActionSchema>;
  readonly diagnostics: readonly Diagnostic[];
  readonly providerMeta?: Schema | undefined;
  readonly serverCapabilities?: ServerCapabilities | undefined;
}
export const GetProviderSchemaResponse: MessageType<GetProviderSchemaResponse> = /* @__PURE__ */ message("tfplugin6.GetProviderSchema.Response", () => [
  ["provider", 1, Schema],
  ["resourceSchemas", 2, Schema, "map"],
  ["dataSourceSchemas", 3, Schema, "map"],
  ["functions", 7, Function, "map"],
  ["ephemeralResourceSchemas", 8, Schema, "map"],
  ["listResourceSchemas", 9, Schema, "map"],
  ["stateStoreSchemas", 10, Schema, "map"],
  ["actionSchemas", 11, ActionSchema, "map"],
  ["diagnostics", 4, Diagnostic, "repeated"],
  ["providerMeta", 5, Schema],
  ["serverCapabilities", 6, ServerCapabilities],
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

export interface UpgradeResourceStateRequest {
  readonly typeName: string;
  readonly version: number;
  readonly rawState?: RawState | undefined;
}
export const UpgradeResourceStateRequest: MessageType<UpgradeResourceStateRequest> = /* @__PURE__ */ message("tfplugin6.UpgradeResourceState.Request", () => [
  ["typeName", 1, "string"],
  ["version", 2, "int64"],
  ["rawState", 3, RawState],
]);

export interface UpgradeResourceStateResponse {
  readonly upgradedState?: DynamicValue | undefined;
  readonly diagnostics: readonly Diagnostic[];
}
export const UpgradeResourceStateResponse: MessageType<UpgradeResourceStateResponse> = /* @__PURE__ */ message("tfplugin6.UpgradeResourceState.Response", () => [
  ["upgradedState", 1, DynamicValue],
  ["diagnostics", 2, Diagnostic, "repeated"],
]);

export type GetResourceIdentitySchemasRequest = Readonly<Record<never, never>>;
export const GetResourceIdentitySchemasRequest: MessageType<GetResourceIdentitySchemasRequest> = /* @__PURE__ */ message("tfplugin6.GetResourceIdentitySchemas.Request", () => []);

export interface GetResourceIdentitySchemasResponse {
  readonly identitySchemas: ReadonlyMap<string, ResourceIdentitySchema>;
  readonly diagnostics: readonly Diagnostic[];
}
export const GetResourceIdentitySchemasResponse: MessageType<GetResourceIdentitySchemasResponse> = /* @__PURE__ */ message("tfplugin6.GetResourceIdentitySchemas.Response", () => [
  ["identitySchemas", 1, ResourceIdentitySchema, "map"],
  ["diagnostics", 2, Diagnostic, "repeated"],
]);

export interface UpgradeResourceIdentityRequest {
  readonly typeName: string;
  readonly version: number;
  readonly rawIdentity?: RawState | undefined;
}
export const UpgradeResourceIdentityRequest: MessageType<UpgradeResourceIdentityRequest> = /* @__PURE__ */ message("tfplugin6.UpgradeResourceIdentity.Request", () => [
  ["typeName", 1, "string"],
  ["version", 2, "int64"],
  ["rawIdentity", 3, RawState],
]);

export interface UpgradeResourceIdentityResponse {
  readonly upgradedIdentity?: ResourceIdentityData | undefined;
  readonly diagnostics: readonly Diagnostic[];
}
export const UpgradeResourceIdentityResponse: MessageType<UpgradeResourceIdentityResponse> = /* @__PURE__ */ message("tfplugin6.UpgradeResourceIdentity.Response", () => [
  ["upgradedIdentity", 1, ResourceIdentityData],
  ["diagnostics", 2, Diagnostic, "repeated"],
]);

export interface ValidateResourceConfigRequest {
  readonly typeName: string;
  readonly config?: DynamicValue | undefined;
  readonly clientCapabilities?: ClientCapabilities | undefined;
}
export const ValidateResourceConfigRequest: MessageType<ValidateResourceConfigRequest> = /* @__PURE__ */ message("tfplugin6.ValidateResourceConfig.Request", () => [
  ["typeName", 1, "string"],
  ["config", 2, DynamicValue],
  ["clientCapabilities", 3, ClientCapabilities],
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

export interface ValidateEphemeralResourceConfigRequest {
  readonly typeName: string;
  readonly config?: DynamicValue | undefined;
}
export const ValidateEphemeralResourceConfigRequest: MessageType<ValidateEphemeralResourceConfigRequest> = /* @__PURE__ */ message("tfplugin6.ValidateEphemeralResourceConfig.Request", () => [
  ["typeName", 1, "string"],
  ["config", 2, DynamicValue],
]);

export interface ValidateEphemeralResourceConfigResponse {
  readonly diagnostics: readonly Diagnostic[];
}
export const ValidateEphemeralResourceConfigResponse: MessageType<ValidateEphemeralResourceConfigResponse> = /* @__PURE__ */ message("tfplugin6.ValidateEphemeralResourceConfig.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
]);

export interface ConfigureProviderRequest {
  readonly terraformVersion: string;
  readonly config?: DynamicValue | undefined;
  readonly clientCapabilities?: ClientCapabilities | undefined;
}
export const ConfigureProviderRequest: MessageType<ConfigureProviderRequest> = /* @__PURE__ */ message("tfplugin6.ConfigureProvider.Request", () => [
  ["terraformVersion", 1, "string"],
  ["config", 2, DynamicValue],
  ["clientCapabilities", 3, ClientCapabilities],
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
  readonly providerMeta?: DynamicValue | undefined;
  readonly clientCapabilities?: ClientCapabilities | undefined;
  readonly currentIdentity?: ResourceIdentityData | undefined;
}
export const ReadResourceRequest: MessageType<ReadResourceRequest> = /* @__PURE__ */ message("tfplugin6.ReadResource.Request", () => [
  ["typeName", 1, "string"],
  ["currentState", 2, DynamicValue],
  ["private", 3, "bytes"],
  ["providerMeta", 4, DynamicValue],
  ["clientCapabilities", 5, ClientCapabilities],
  ["currentIdentity", 6, ResourceIdentityData],
]);

export interface ReadResourceResponse {
  readonly newState?: DynamicValue | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly private: Uint8Array;
  readonly deferred?: Deferred | undefined;
  readonly newIdentity?: ResourceIdentityData | undefined;
}
export const ReadResourceResponse: MessageType<ReadResourceResponse> = /* @__PURE__ */ message("tfplugin6.ReadResource.Response", () => [
  ["newState", 1, DynamicValue],
  ["diagnostics", 2, Diagnostic, "repeated"],
  ["private", 3, "bytes"],
  ["deferred", 4, Deferred],
  ["newIdentity", 5, ResourceIdentityData],
]);

export interface PlanResourceChangeRequest {
  readonly typeName: string;
  readonly priorState?: DynamicValue | undefined;
  readonly proposedNewState?: DynamicValue | undefined;
  readonly config?: DynamicValue | undefined;
  readonly priorPrivate: Uint8Array;
  readonly providerMeta?: DynamicValue | undefined;
  readonly clientCapabilities?: ClientCapabilities | undefined;
  readonly priorIdentity?: ResourceIdentityData | undefined;
  /** since 6.11 */
  readonly plannedPrivate: Uint8Array;
}
export const PlanResourceChangeRequest: MessageType<PlanResourceChangeRequest> = /* @__PURE__ */ message("tfplugin6.PlanResourceChange.Request", () => [
  ["typeName", 1, "string"],
  ["priorState", 2, DynamicValue],
  ["proposedNewState", 3, DynamicValue],
  ["config", 4, DynamicValue],
  ["priorPrivate", 5, "bytes"],
  ["providerMeta", 6, DynamicValue],
  ["clientCapabilities", 7, ClientCapabilities],
  ["priorIdentity", 8, ResourceIdentityData],
  ["plannedPrivate", 9, "bytes"],
]);

export interface PlanResourceChangeResponse {
  readonly plannedState?: DynamicValue | undefined;
  readonly requiresReplace: readonly AttributePath[];
  readonly plannedPrivate: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
  /** Only the oldest SDK may set this; we never do. */
  readonly legacyTypeSystem: boolean;
  readonly deferred?: Deferred | undefined;
  readonly plannedIdentity?: ResourceIdentityData | undefined;
}
export const PlanResourceChangeResponse: MessageType<PlanResourceChangeResponse> = /* @__PURE__ */ message("tfplugin6.PlanResourceChange.Response", () => [
  ["plannedState", 1, DynamicValue],
  ["requiresReplace", 2, AttributePath, "repeated"],
  ["plannedPrivate", 3, "bytes"],
  ["diagnostics", 4, Diagnostic, "repeated"],
  ["legacyTypeSystem", 5, "bool"],
  ["deferred", 6, Deferred],
  ["plannedIdentity", 7, ResourceIdentityData],
]);

export interface ApplyResourceChangeRequest {
  readonly typeName: string;
  readonly priorState?: DynamicValue | undefined;
  readonly plannedState?: DynamicValue | undefined;
  readonly config?: DynamicValue | undefined;
  readonly plannedPrivate: Uint8Array;
  readonly providerMeta?: DynamicValue | undefined;
  readonly plannedIdentity?: ResourceIdentityData | undefined;
}
export const ApplyResourceChangeRequest: MessageType<ApplyResourceChangeRequest> = /* @__PURE__ */ message("tfplugin6.ApplyResourceChange.Request", () => [
  ["typeName", 1, "string"],
  ["priorState", 2, DynamicValue],
  ["plannedState", 3, DynamicValue],
  ["config", 4, DynamicValue],
  ["plannedPrivate", 5, "bytes"],
  ["providerMeta", 6, DynamicValue],
  ["plannedIdentity", 7, ResourceIdentityData],
]);

export interface ApplyResourceChangeResponse {
  readonly newState?: DynamicValue | undefined;
  readonly private: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
  /** Only the oldest SDK may set this; we never do. */
  readonly legacyTypeSystem: boolean;
  readonly newIdentity?: ResourceIdentityData | undefined;
}
export const ApplyResourceChangeResponse: MessageType<ApplyResourceChangeResponse> = /* @__PURE__ */ message("tfplugin6.ApplyResourceChange.Response", () => [
  ["newState", 1, DynamicValue],
  ["private", 2, "bytes"],
  ["diagnostics", 3, Diagnostic, "repeated"],
  ["legacyTypeSystem", 4, "bool"],
  ["newIdentity", 5, ResourceIdentityData],
]);

export interface ImportResourceStateRequest {
  readonly typeName: string;
  readonly id: string;
  readonly clientCapabilities?: ClientCapabilities | undefined;
  readonly identity?: ResourceIdentityData | undefined;
}
export const ImportResourceStateRequest: MessageType<ImportResourceStateRequest> = /* @__PURE__ */ message("tfplugin6.ImportResourceState.Request", () => [
  ["typeName", 1, "string"],
  ["id", 2, "string"],
  ["clientCapabilities", 3, ClientCapabilities],
  ["identity", 4, ResourceIdentityData],
]);

export interface ImportResourceStateImportedResource {
  readonly typeName: string;
  readonly state?: DynamicValue | undefined;
  readonly private: Uint8Array;
  readonly identity?: ResourceIdentityData | undefined;
}
export const ImportResourceStateImportedResource: MessageType<ImportResourceStateImportedResource> = /* @__PURE__ */ message("tfplugin6.ImportResourceState.ImportedResource", () => [
  ["typeName", 1, "string"],
  ["state", 2, DynamicValue],
  ["private", 3, "bytes"],
  ["identity", 4, ResourceIdentityData],
]);

export interface ImportResourceStateResponse {
  readonly importedResources: readonly ImportResourceStateImportedResource[];
  readonly diagnostics: readonly Diagnostic[];
  readonly deferred?: Deferred | undefined;
}
export const ImportResourceStateResponse: MessageType<ImportResourceStateResponse> = /* @__PURE__ */ message("tfplugin6.ImportResourceState.Response", () => [
  ["importedResources", 1, ImportResourceStateImportedResource, "repeated"],
  ["diagnostics", 2, Diagnostic, "repeated"],
  ["deferred", 3, Deferred],
]);

export interface GenerateResourceConfigRequest {
  readonly typeName: string;
  readonly state?: DynamicValue | undefined;
}
export const GenerateResourceConfigRequest: MessageType<GenerateResourceConfigRequest> = /* @__PURE__ */ message("tfplugin6.GenerateResourceConfig.Request", () => [
  ["typeName", 1, "string"],
  ["state", 2, DynamicValue],
]);

export interface GenerateResourceConfigResponse {
  readonly config?: DynamicValue | undefined;
  readonly diagnostics: readonly Diagnostic[];
}
export const GenerateResourceConfigResponse: MessageType<GenerateResourceConfigResponse> = /* @__PURE__ */ message("tfplugin6.GenerateResourceConfig.Response", () => [
  ["config", 1, DynamicValue],
  ["diagnostics", 2, Diagnostic, "repeated"],
]);

export interface MoveResourceStateRequest {
  readonly sourceProviderAddress: string;
  readonly sourceTypeName: string;
  readonly sourceSchemaVersion: number;
  readonly sourceState?: RawState | undefined;
  readonly targetTypeName: string;
  readonly sourcePrivate: Uint8Array;
  readonly sourceIdentity?: RawState | undefined;
  readonly sourceIdentitySchemaVersion: number;
}
export const MoveResourceStateRequest: MessageType<MoveResourceStateRequest> = /* @__PURE__ */ message("tfplugin6.MoveResourceState.Request", () => [
  ["sourceProviderAddress", 1, "string"],
  ["sourceTypeName", 2, "string"],
  ["sourceSchemaVersion", 3, "int64"],
  ["sourceState", 4, RawState],
  ["targetTypeName", 5, "string"],
  ["sourcePrivate", 6, "bytes"],
  ["sourceIdentity", 7, RawState],
  ["sourceIdentitySchemaVersion", 8, "int64"],
]);

export interface MoveResourceStateResponse {
  readonly targetState?: DynamicValue | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly targetPrivate: Uint8Array;
  readonly targetIdentity?: ResourceIdentityData | undefined;
}
export const MoveResourceStateResponse: MessageType<MoveResourceStateResponse> = /* @__PURE__ */ message("tfplugin6.MoveResourceState.Response", () => [
  ["targetState", 1, DynamicValue],
  ["diagnostics", 2, Diagnostic, "repeated"],
  ["targetPrivate", 3, "bytes"],
  ["targetIdentity", 4, ResourceIdentityData],
]);

export interface ReadDataSourceRequest {
  readonly typeName: string;
  readonly config?: DynamicValue | undefined;
  readonly providerMeta?: DynamicValue | undefined;
  readonly clientCapabilities?: ClientCapabilities | undefined;
}
export const ReadDataSourceRequest: MessageType<ReadDataSourceRequest> = /* @__PURE__ */ message("tfplugin6.ReadDataSource.Request", () => [
  ["typeName", 1, "string"],
  ["config", 2, DynamicValue],
  ["providerMeta", 3, DynamicValue],
  ["clientCapabilities", 4, ClientCapabilities],
]);

export interface ReadDataSourceResponse {
  readonly state?: DynamicValue | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly deferred?: Deferred | undefined;
}
export const ReadDataSourceResponse: MessageType<ReadDataSourceResponse> = /* @__PURE__ */ message("tfplugin6.ReadDataSource.Response", () => [
  ["state", 1, DynamicValue],
  ["diagnostics", 2, Diagnostic, "repeated"],
  ["deferred", 3, Deferred],
]);

export interface OpenEphemeralResourceRequest {
  readonly typeName: string;
  readonly config?: DynamicValue | undefined;
  readonly clientCapabilities?: ClientCapabilities | undefined;
}
export const OpenEphemeralResourceRequest: MessageType<OpenEphemeralResourceRequest> = /* @__PURE__ */ message("tfplugin6.OpenEphemeralResource.Request", () => [
  ["typeName", 1, "string"],
  ["config", 2, DynamicValue],
  ["clientCapabilities", 3, ClientCapabilities],
]);

export interface OpenEphemeralResourceResponse {
  readonly diagnostics: readonly Diagnostic[];
  readonly renewAt?: Timestamp | undefined;
  readonly result?: DynamicValue | undefined;
  readonly private?: Uint8Array | undefined;
  readonly deferred?: Deferred | undefined;
}
export const OpenEphemeralResourceResponse: MessageType<OpenEphemeralResourceResponse> = /* @__PURE__ */ message("tfplugin6.OpenEphemeralResource.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
  ["renewAt", 2, Timestamp, "optional"],
  ["result", 3, DynamicValue],
  ["private", 4, "bytes", "optional"],
  ["deferred", 5, Deferred],
]);

export interface RenewEphemeralResourceRequest {
  readonly typeName: string;
  readonly private?: Uint8Array | undefined;
}
export const RenewEphemeralResourceRequest: MessageType<RenewEphemeralResourceRequest> = /* @__PURE__ */ message("tfplugin6.RenewEphemeralResource.Request", () => [
  ["typeName", 1, "string"],
  ["private", 2, "bytes", "optional"],
]);

export interface RenewEphemeralResourceResponse {
  readonly diagnostics: readonly Diagnostic[];
  readonly renewAt?: Timestamp | undefined;
  readonly private?: Uint8Array | undefined;
}
export const RenewEphemeralResourceResponse: MessageType<RenewEphemeralResourceResponse> = /* @__PURE__ */ message("tfplugin6.RenewEphemeralResource.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
  ["renewAt", 2, Timestamp, "optional"],
  ["private", 3, "bytes", "optional"],
]);

export interface CloseEphemeralResourceRequest {
  readonly typeName: string;
  readonly private?: Uint8Array | undefined;
}
export const CloseEphemeralResourceRequest: MessageType<CloseEphemeralResourceRequest> = /* @__PURE__ */ message("tfplugin6.CloseEphemeralResource.Request", () => [
  ["typeName", 1, "string"],
  ["private", 2, "bytes", "optional"],
]);

export interface CloseEphemeralResourceResponse {
  readonly diagnostics: readonly Diagnostic[];
}
export const CloseEphemeralResourceResponse: MessageType<CloseEphemeralResourceResponse> = /* @__PURE__ */ message("tfplugin6.CloseEphemeralResource.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
]);

export type GetFunctionsRequest = Readonly<Record<never, never>>;
export const GetFunctionsRequest: MessageType<GetFunctionsRequest> = /* @__PURE__ */ message("tfplugin6.GetFunctions.Request", () => []);

export interface GetFunctionsResponse {
  readonly functions: ReadonlyMap<string, Function>;
  readonly diagnostics: readonly Diagnostic[];
}
export const GetFunctionsResponse: MessageType<GetFunctionsResponse> = /* @__PURE__ */ message("tfplugin6.GetFunctions.Response", () => [
  ["functions", 1, Function, "map"],
  ["diagnostics", 2, Diagnostic, "repeated"],
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

export interface ListResourceRequest {
  readonly typeName: string;
  readonly config?: DynamicValue | undefined;
  readonly includeResourceObject: boolean;
  readonly limit: number;
}
export const ListResourceRequest: MessageType<ListResourceRequest> = /* @__PURE__ */ message("tfplugin6.ListResource.Request", () => [
  ["typeName", 1, "string"],
  ["config", 2, DynamicValue],
  ["includeResourceObject", 3, "bool"],
  ["limit", 4, "int64"],
]);

export interface ListResourceEvent {
  readonly identity?: ResourceIdentityData | undefined;
  readonly displayName: string;
  readonly resourceObject?: DynamicValue | undefined;
  readonly diagnostic: readonly Diagnostic[];
}
export const ListResourceEvent: MessageType<ListResourceEvent> = /* @__PURE__ */ message("tfplugin6.ListResource.Event", () => [
  ["identity", 1, ResourceIdentityData],
  ["displayName", 2, "string"],
  ["resourceObject", 3, DynamicValue, "optional"],
  ["diagnostic", 4, Diagnostic, "repeated"],
]);

export interface ValidateListResourceConfigRequest {
  readonly typeName: string;
  readonly config?: DynamicValue | undefined;
  readonly includeResourceObject?: DynamicValue | undefined;
  readonly limit?: DynamicValue | undefined;
}
export const ValidateListResourceConfigRequest: MessageType<ValidateListResourceConfigRequest> = /* @__PURE__ */ message("tfplugin6.ValidateListResourceConfig.Request", () => [
  ["typeName", 1, "string"],
  ["config", 2, DynamicValue],
  ["includeResourceObject", 3, DynamicValue],
  ["limit", 4, DynamicValue],
]);

export interface ValidateListResourceConfigResponse {
  readonly diagnostics: readonly Diagnostic[];
}
export const ValidateListResourceConfigResponse: MessageType<ValidateListResourceConfigResponse> = /* @__PURE__ */ message("tfplugin6.ValidateListResourceConfig.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
]);

export interface ValidateStateStoreRequest {
  readonly typeName: string;
  readonly config?: DynamicValue | undefined;
}
export const ValidateStateStoreRequest: MessageType<ValidateStateStoreRequest> = /* @__PURE__ */ message("tfplugin6.ValidateStateStore.Request", () => [
  ["typeName", 1, "string"],
  ["config", 2, DynamicValue],
]);

export interface ValidateStateStoreResponse {
  readonly diagnostics: readonly Diagnostic[];
}
export const ValidateStateStoreResponse: MessageType<ValidateStateStoreResponse> = /* @__PURE__ */ message("tfplugin6.ValidateStateStore.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
]);

export interface ConfigureStateStoreRequest {
  readonly typeName: string;
  readonly config?: DynamicValue | undefined;
  readonly capabilities?: StateStoreClientCapabilities | undefined;
}
export const ConfigureStateStoreRequest: MessageType<ConfigureStateStoreRequest> = /* @__PURE__ */ message("tfplugin6.ConfigureStateStore.Request", () => [
  ["typeName", 1, "string"],
  ["config", 2, DynamicValue],
  ["capabilities", 3, StateStoreClientCapabilities],
]);

export interface ConfigureStateStoreResponse {
  readonly diagnostics: readonly Diagnostic[];
  readonly capabilities?: StateStoreServerCapabilities | undefined;
}
export const ConfigureStateStoreResponse: MessageType<ConfigureStateStoreResponse> = /* @__PURE__ */ message("tfplugin6.ConfigureStateStore.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
  ["capabilities", 2, StateStoreServerCapabilities],
]);

/** What Terraform offers a state store. */
export interface StateStoreClientCapabilities {
  readonly chunkSize: number;
}
export const StateStoreClientCapabilities: MessageType<StateStoreClientCapabilities> = /* @__PURE__ */ message("tfplugin6.StateStoreClientCapabilities", () => [
  ["chunkSize", 1, "int64"],
]);

/** What a state store accepts. */
export interface StateStoreServerCapabilities {
  readonly chunkSize: number;
}
export const StateStoreServerCapabilities: MessageType<StateStoreServerCapabilities> = /* @__PURE__ */ message("tfplugin6.StateStoreServerCapabilities", () => [
  ["chunkSize", 1, "int64"],
]);

export interface ReadStateBytesRequest {
  readonly typeName: string;
  readonly stateId: string;
}
export const ReadStateBytesRequest: MessageType<ReadStateBytesRequest> = /* @__PURE__ */ message("tfplugin6.ReadStateBytes.Request", () => [
  ["typeName", 1, "string"],
  ["stateId", 2, "string"],
]);

export interface ReadStateBytesResponse {
  readonly bytes: Uint8Array;
  readonly totalLength: number;
  readonly range?: StateRange | undefined;
  readonly diagnostics: readonly Diagnostic[];
}
export const ReadStateBytesResponse: MessageType<ReadStateBytesResponse> = /* @__PURE__ */ message("tfplugin6.ReadStateBytes.Response", () => [
  ["bytes", 1, "bytes"],
  ["totalLength", 2, "int64"],
  ["range", 3, StateRange],
  ["diagnostics", 4, Diagnostic, "repeated"],
]);

export interface WriteStateBytesRequestChunk {
  readonly meta?: RequestChunkMeta | undefined;
  readonly bytes: Uint8Array;
  readonly totalLength: number;
  readonly range?: StateRange | undefined;
}
export const WriteStateBytesRequestChunk: MessageType<WriteStateBytesRequestChunk> = /* @__PURE__ */ message("tfplugin6.WriteStateBytes.RequestChunk", () => [
  ["meta", 1, RequestChunkMeta, "optional"],
  ["bytes", 2, "bytes"],
  ["totalLength", 3, "int64"],
  ["range", 4, StateRange],
]);

export interface WriteStateBytesResponse {
  readonly diagnostics: readonly Diagnostic[];
}
export const WriteStateBytesResponse: MessageType<WriteStateBytesResponse> = /* @__PURE__ */ message("tfplugin6.WriteStateBytes.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
]);

/** Rides on the first chunk of a written state file. */
export interface RequestChunkMeta {
  readonly typeName: string;
  readonly stateId: string;
}
export const RequestChunkMeta: MessageType<RequestChunkMeta> = /* @__PURE__ */ message("tfplugin6.RequestChunkMeta", () => [
  ["typeName", 1, "string"],
  ["stateId", 2, "string"],
]);

/** The bytes a chunk covers. */
export interface StateRange {
  readonly start: number;
  readonly end: number;
}
export const StateRange: MessageType<StateRange> = /* @__PURE__ */ message("tfplugin6.StateRange", () => [
  ["start", 1, "int64"],
  ["end", 2, "int64"],
]);

export interface LockStateRequest {
  readonly typeName: string;
  readonly stateId: string;
  readonly operation: string;
}
export const LockStateRequest: MessageType<LockStateRequest> = /* @__PURE__ */ message("tfplugin6.LockState.Request", () => [
  ["typeName", 1, "string"],
  ["stateId", 2, "string"],
  ["operation", 3, "string"],
]);

export interface LockStateResponse {
  readonly lockId: string;
  readonly diagnostics: readonly Diagnostic[];
}
export const LockStateResponse: MessageType<LockStateResponse> = /* @__PURE__ */ message("tfplugin6.LockState.Response", () => [
  ["lockId", 1, "string"],
  ["diagnostics", 2, Diagnostic, "repeated"],
]);

export interface UnlockStateRequest {
  readonly typeName: string;
  readonly stateId: string;
  readonly lockId: string;
}
export const UnlockStateRequest: MessageType<UnlockStateRequest> = /* @__PURE__ */ message("tfplugin6.UnlockState.Request", () => [
  ["typeName", 1, "string"],
  ["stateId", 2, "string"],
  ["lockId", 3, "string"],
]);

export interface UnlockStateResponse {
  readonly diagnostics: readonly Diagnostic[];
}
export const UnlockStateResponse: MessageType<UnlockStateResponse> = /* @__PURE__ */ message("tfplugin6.UnlockState.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
]);

export interface GetStatesRequest {
  readonly typeName: string;
}
export const GetStatesRequest: MessageType<GetStatesRequest> = /* @__PURE__ */ message("tfplugin6.GetStates.Request", () => [
  ["typeName", 1, "string"],
]);

export interface GetStatesResponse {
  readonly stateId: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}
export const GetStatesResponse: MessageType<GetStatesResponse> = /* @__PURE__ */ message("tfplugin6.GetStates.Response", () => [
  ["stateId", 1, "string", "repeated"],
  ["diagnostics", 2, Diagnostic, "repeated"],
]);

export interface DeleteStateRequest {
  readonly typeName: string;
  readonly stateId: string;
}
export const DeleteStateRequest: MessageType<DeleteStateRequest> = /* @__PURE__ */ message("tfplugin6.DeleteState.Request", () => [
  ["typeName", 1, "string"],
  ["stateId", 2, "string"],
]);

export interface DeleteStateResponse {
  readonly diagnostics: readonly Diagnostic[];
}
export const DeleteStateResponse: MessageType<DeleteStateResponse> = /* @__PURE__ */ message("tfplugin6.DeleteState.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
]);

export interface PlanActionRequest {
  readonly actionType: string;
  readonly config?: DynamicValue | undefined;
  readonly clientCapabilities?: ClientCapabilities | undefined;
}
export const PlanActionRequest: MessageType<PlanActionRequest> = /* @__PURE__ */ message("tfplugin6.PlanAction.Request", () => [
  ["actionType", 1, "string"],
  ["config", 2, DynamicValue],
  ["clientCapabilities", 3, ClientCapabilities],
]);

export interface PlanActionResponse {
  readonly diagnostics: readonly Diagnostic[];
  readonly deferred?: Deferred | undefined;
}
export const PlanActionResponse: MessageType<PlanActionResponse> = /* @__PURE__ */ message("tfplugin6.PlanAction.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
  ["deferred", 2, Deferred],
]);

export interface InvokeActionRequest {
  readonly actionType: string;
  readonly config?: DynamicValue | undefined;
  readonly clientCapabilities?: ClientCapabilities | undefined;
}
export const InvokeActionRequest: MessageType<InvokeActionRequest> = /* @__PURE__ */ message("tfplugin6.InvokeAction.Request", () => [
  ["actionType", 1, "string"],
  ["config", 2, DynamicValue],
  ["clientCapabilities", 3, ClientCapabilities],
]);

export interface InvokeActionEvent {
  readonly progress?: InvokeActionEventProgress | undefined;
  readonly completed?: InvokeActionEventCompleted | undefined;
}
export const InvokeActionEvent: MessageType<InvokeActionEvent> = /* @__PURE__ */ message("tfplugin6.InvokeAction.Event", () => [
  ["progress", 1, InvokeActionEventProgress, "oneof type"],
  ["completed", 2, InvokeActionEventCompleted, "oneof type"],
]);

export interface InvokeActionEventProgress {
  readonly message: string;
}
export const InvokeActionEventProgress: MessageType<InvokeActionEventProgress> = /* @__PURE__ */ message("tfplugin6.InvokeAction.Event.Progress", () => [
  ["message", 1, "string"],
]);

export interface InvokeActionEventCompleted {
  readonly diagnostics: readonly Diagnostic[];
}
export const InvokeActionEventCompleted: MessageType<InvokeActionEventCompleted> = /* @__PURE__ */ message("tfplugin6.InvokeAction.Event.Completed", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
]);

export interface ValidateActionConfigRequest {
  readonly typeName: string;
  readonly config?: DynamicValue | undefined;
}
export const ValidateActionConfigRequest: MessageType<ValidateActionConfigRequest> = /* @__PURE__ */ message("tfplugin6.ValidateActionConfig.Request", () => [
  ["typeName", 1, "string"],
  ["config", 2, DynamicValue],
]);

export interface ValidateActionConfigResponse {
  readonly diagnostics: readonly Diagnostic[];
}
export const ValidateActionConfigResponse: MessageType<ValidateActionConfigResponse> = /* @__PURE__ */ message("tfplugin6.ValidateActionConfig.Response", () => [
  ["diagnostics", 1, Diagnostic, "repeated"],
]);

/** The service a provider serves. Terraform treats most absent methods as errors; which ones it tolerates depends on the capabilities and kinds of object that the schema declares. */
export const Provider = {
  GetMetadata: {
    path: "/tfplugin6.Provider/GetMetadata",
    request: GetMetadataRequest,
    response: GetMetadataResponse,
  },
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
  GetResourceIdentitySchemas: {
    path: "/tfplugin6.Provider/GetResourceIdentitySchemas",
    request: GetResourceIdentitySchemasRequest,
    response: GetResourceIdentitySchemasResponse,
  },
  UpgradeResourceIdentity: {
    path: "/tfplugin6.Provider/UpgradeResourceIdentity",
    request: UpgradeResourceIdentityRequest,
    response: UpgradeResourceIdentityResponse,
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
  MoveResourceState: {
    path: "/tfplugin6.Provider/MoveResourceState",
    request: MoveResourceStateRequest,
    response: MoveResourceStateResponse,
  },
  ReadDataSource: {
    path: "/tfplugin6.Provider/ReadDataSource",
    request: ReadDataSourceRequest,
    response: ReadDataSourceResponse,
  },
  GenerateResourceConfig: {
    path: "/tfplugin6.Provider/GenerateResourceConfig",
    request: GenerateResourceConfigRequest,
    response: GenerateResourceConfigResponse,
  },
  ValidateEphemeralResourceConfig: {
    path: "/tfplugin6.Provider/ValidateEphemeralResourceConfig",
    request: ValidateEphemeralResourceConfigRequest,
    response: ValidateEphemeralResourceConfigResponse,
  },
  OpenEphemeralResource: {
    path: "/tfplugin6.Provider/OpenEphemeralResource",
    request: OpenEphemeralResourceRequest,
    response: OpenEphemeralResourceResponse,
  },
  RenewEphemeralResource: {
    path: "/tfplugin6.Provider/RenewEphemeralResource",
    request: RenewEphemeralResourceRequest,
    response: RenewEphemeralResourceResponse,
  },
  CloseEphemeralResource: {
    path: "/tfplugin6.Provider/CloseEphemeralResource",
    request: CloseEphemeralResourceRequest,
    response: CloseEphemeralResourceResponse,
  },
  ListResource: {
    path: "/tfplugin6.Provider/ListResource",
    request: ListResourceRequest,
    response: ListResourceEvent,
  },
  ValidateListResourceConfig: {
    path: "/tfplugin6.Provider/ValidateListResourceConfig",
    request: ValidateListResourceConfigRequest,
    response: ValidateListResourceConfigResponse,
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
  ValidateStateStoreConfig: {
    path: "/tfplugin6.Provider/ValidateStateStoreConfig",
    request: ValidateStateStoreRequest,
    response: ValidateStateStoreResponse,
  },
  ConfigureStateStore: {
    path: "/tfplugin6.Provider/ConfigureStateStore",
    request: ConfigureStateStoreRequest,
    response: ConfigureStateStoreResponse,
  },
  ReadStateBytes: {
    path: "/tfplugin6.Provider/ReadStateBytes",
    request: ReadStateBytesRequest,
    response: ReadStateBytesResponse,
  },
  WriteStateBytes: {
    path: "/tfplugin6.Provider/WriteStateBytes",
    request: WriteStateBytesRequestChunk,
    response: WriteStateBytesResponse,
  },
  LockState: {
    path: "/tfplugin6.Provider/LockState",
    request: LockStateRequest,
    response: LockStateResponse,
  },
  UnlockState: {
    path: "/tfplugin6.Provider/UnlockState",
    request: UnlockStateRequest,
    response: UnlockStateResponse,
  },
  GetStates: {
    path: "/tfplugin6.Provider/GetStates",
    request: GetStatesRequest,
    response: GetStatesResponse,
  },
  DeleteState: {
    path: "/tfplugin6.Provider/DeleteState",
    request: DeleteStateRequest,
    response: DeleteStateResponse,
  },
  PlanAction: {
    path: "/tfplugin6.Provider/PlanAction",
    request: PlanActionRequest,
    response: PlanActionResponse,
  },
  InvokeAction: {
    path: "/tfplugin6.Provider/InvokeAction",
    request: InvokeActionRequest,
    response: InvokeActionEvent,
  },
  ValidateActionConfig: {
    path: "/tfplugin6.Provider/ValidateActionConfig",
    request: ValidateActionConfigRequest,
    response: ValidateActionConfigResponse,
  },
  StopProvider: {
    path: "/tfplugin6.Provider/StopProvider",
    request: StopProviderRequest,
    response: StopProviderResponse,
  },
} as const;
