import { validateConfig, type Cancellation, type ProviderRuntime } from "../framework";
import type {
  ValidateResourceConfigRequest,
  ValidateResourceConfigResponse,
} from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { attemptAtOnce } from "./attempt";
import { findResource } from "./find";
import { diagnosticsToWire } from "./wire-diagnostics";
import { objectFromWire } from "./wire-value";

export function validateResourceConfig<C>(
  runtime: ProviderRuntime<C>,
  request: ValidateResourceConfigRequest,
  cancellation: Cancellation,
): Outgoing<ValidateResourceConfigResponse> {
  const call = runtime.call(cancellation);
  attemptAtOnce(call.diagnostics, "validate", () => {
    const resource = findResource(runtime, request.typeName);
    const config = objectFromWire(resource.schema, request.config);
    if (config !== null) validateConfig(resource, config, call);
  });
  return { diagnostics: diagnosticsToWire(call.diagnostics.all) };
}
