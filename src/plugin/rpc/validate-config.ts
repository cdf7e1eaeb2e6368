import { validateConfig, type Call, type Cancellation, type ProviderRuntime } from "../framework";
import type {
  DynamicValue,
  ValidateDataResourceConfigRequest,
  ValidateProviderConfigRequest,
  ValidateProviderConfigResponse,
  ValidateResourceConfigRequest,
} from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { attemptSync } from "./attempt";
import { findDataSource, findResource } from "./find";
import { diagnosticsToWire } from "./wire-diagnostics";
import { objectFromWire } from "./wire-value";

type Definition = Parameters<typeof validateConfig>[0];

/** Validates the provider's configuration. */
export function validateProviderConfig<C>(
  runtime: ProviderRuntime<C>,
  { config }: ValidateProviderConfigRequest,
  cancellation: Cancellation,
): Outgoing<ValidateProviderConfigResponse> {
  return validate(runtime.call(cancellation), config, () => runtime.definition);
}

/** Validates the configuration of a resource. */
export function validateResourceConfig<C>(
  runtime: ProviderRuntime<C>,
  { config, typeName }: ValidateResourceConfigRequest,
  cancellation: Cancellation,
): Outgoing<ValidateProviderConfigResponse> {
  return validate(runtime.call(cancellation), config, () => findResource(runtime, typeName));
}

/** Validates the configuration of a data source. */
export function validateDataResourceConfig<C>(
  runtime: ProviderRuntime<C>,
  { config, typeName }: ValidateDataResourceConfigRequest,
  cancellation: Cancellation,
): Outgoing<ValidateProviderConfigResponse> {
  return validate(runtime.call(cancellation), config, () => findDataSource(runtime, typeName));
}

function validate(
  call: Call,
  wire: DynamicValue | undefined,
  find: () => Definition,
): Outgoing<ValidateProviderConfigResponse> {
  attemptSync(call.diagnostics, "validate", () => {
    const definition = find();
    const config = objectFromWire(definition.schema, wire);
    if (config !== null) validateConfig(definition, config, call);
  });
  return { diagnostics: diagnosticsToWire(call.diagnostics.all) };
}
