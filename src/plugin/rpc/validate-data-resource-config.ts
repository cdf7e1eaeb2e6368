import { validateConfig, type Cancellation, type ProviderRuntime } from "../framework";
import type {
  ValidateDataResourceConfigRequest,
  ValidateDataResourceConfigResponse,
} from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { attemptAtOnce } from "./attempt";
import { findDataSource } from "./find";
import { diagnosticsToWire } from "./wire-diagnostics";
import { objectFromWire } from "./wire-value";

export function validateDataResourceConfig<C>(
  runtime: ProviderRuntime<C>,
  request: ValidateDataResourceConfigRequest,
  cancellation: Cancellation,
): Outgoing<ValidateDataResourceConfigResponse> {
  const call = runtime.call(cancellation);
  attemptAtOnce(call.diagnostics, "validate", () => {
    const dataSource = findDataSource(runtime, request.typeName);
    const config = objectFromWire(dataSource.schema, request.config);
    if (config !== null) validateConfig(dataSource, config, call);
  });
  return { diagnostics: diagnosticsToWire(call.diagnostics.all) };
}
