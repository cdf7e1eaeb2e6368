import { validateConfig, type Cancellation, type ProviderRuntime } from "../framework";
import type { ValidateProviderConfigRequest } from "../wire/generated/tfplugin6";
import { findDataSource, findResource } from "./find";
import { diagnosticsToWire, objectFromWire } from "./wire-value";

export const validateProviderConfig = validating(({ definition }) => definition);
export const validateResourceConfig = validating(findResource);
export const validateDataResourceConfig = validating(findDataSource);

type Find = <C>(runtime: ProviderRuntime<C>, typeName: string) => Parameters<typeof validateConfig>[0];

interface ValidateRequest extends ValidateProviderConfigRequest {
  readonly typeName?: string;
}

function validating(find: Find) {
  return <C>(
    runtime: ProviderRuntime<C>,
    { typeName = "", config: wire }: ValidateRequest,
    cancellation: Cancellation,
  ) => {
    const call = runtime.call(cancellation);
    call.diagnostics.attemptSync("validate", () => {
      const definition = find(runtime, typeName);
      const config = objectFromWire(definition.schema, wire);
      if (config !== null) validateConfig(definition, config, call);
    });
    return { diagnostics: diagnosticsToWire(call.diagnostics.all) };
  };
}
