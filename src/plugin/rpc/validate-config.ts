import { validateConfig, type ProviderRuntime } from "../framework";
import { findDataSource, findResource } from "./find";
import type { RequestOf, ResponseOf, Serve } from "./handler";
import { diagnosticsToWire, objectFromWire } from "./wire-value";

export const validateProviderConfig = validating(({ definition }) => definition);
export const validateResourceConfig = validating(findResource);
export const validateDataResourceConfig = validating(findDataSource);

type Find = <C>(runtime: ProviderRuntime<C>, typeName: string) => Parameters<typeof validateConfig>[0];

type ValidateRequest = RequestOf<"ValidateProviderConfig"> & { readonly typeName?: string };

function validating(find: Find): Serve<ValidateRequest, ResponseOf<"ValidateProviderConfig">> {
  return (runtime, { typeName = "", config: wire }, cancellation) => {
    const call = runtime.call(cancellation);
    call.diagnostics.attemptSync("validate", () => {
      const definition = find(runtime, typeName);
      const config = objectFromWire(definition.schema, wire);
      if (config !== null) validateConfig(definition, config, call);
    });
    return { diagnostics: diagnosticsToWire(call.diagnostics.all) };
  };
}
