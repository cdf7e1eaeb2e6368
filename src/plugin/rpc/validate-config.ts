import { validateConfig, type Cancellation, type ProviderRuntime } from "../framework";
import type { DynamicValue, ValidateProviderConfigResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { findDataSource, findResource } from "./find";
import { diagnosticsToWire, objectFromWire } from "./wire-value";

/** Validates the provider's configuration. */
export const validateProviderConfig = validating(({ definition }) => definition);

/** Validates the configuration of a resource. */
export const validateResourceConfig = validating(findResource);

/** Validates the configuration of a data source. */
export const validateDataResourceConfig = validating(findDataSource);

interface ValidateRequest {
  /** Absent in the request for a provider's configuration. */
  readonly typeName?: string;
  readonly config?: DynamicValue | undefined;
}

type Find = <C>(runtime: ProviderRuntime<C>, typeName: string) => Parameters<typeof validateConfig>[0];

function validating(find: Find) {
  return <C>(
    runtime: ProviderRuntime<C>,
    { typeName = "", config: wire }: ValidateRequest,
    cancellation: Cancellation,
  ): Outgoing<ValidateProviderConfigResponse> => {
    const call = runtime.call(cancellation);
    call.diagnostics.attemptSync("validate", () => {
      const definition = find(runtime, typeName);
      const config = objectFromWire(definition.schema, wire);
      if (config !== null) validateConfig(definition, config, call);
    });
    return { diagnostics: diagnosticsToWire(call.diagnostics.all) };
  };
}
