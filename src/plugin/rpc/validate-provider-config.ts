import { validateConfig, type Cancellation, type ProviderRuntime } from "../framework";
import type {
  ValidateProviderConfigRequest,
  ValidateProviderConfigResponse,
} from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { attemptAtOnce } from "./attempt";
import { diagnosticsToWire } from "./wire-diagnostics";
import { objectFromWire } from "./wire-value";

export function validateProviderConfig<C>(
  runtime: ProviderRuntime<C>,
  request: ValidateProviderConfigRequest,
  cancellation: Cancellation,
): Outgoing<ValidateProviderConfigResponse> {
  const call = runtime.call(cancellation);
  const { definition } = runtime;
  attemptAtOnce(call.diagnostics, "validate", () => {
    const config = objectFromWire(definition.schema, request.config);
    if (config !== null) validateConfig(definition, config, call);
  });
  return { diagnostics: diagnosticsToWire(call.diagnostics.all) };
}
