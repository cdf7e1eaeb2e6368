import { validateConfig, type Cancellation, type ProviderRuntime } from "../framework";
import type {
  ConfigureProviderRequest,
  ConfigureProviderResponse,
  StopProviderResponse,
} from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { diagnosticsToWire, objectFromWire } from "./wire-value";

/** Configures the provider. Validates again, because values may have been unknown at validation. */
export async function configureProvider<C>(
  runtime: ProviderRuntime<C>,
  request: ConfigureProviderRequest,
  cancellation: Cancellation,
): Promise<Outgoing<ConfigureProviderResponse>> {
  const call = runtime.call(cancellation);
  const { definition } = runtime;
  await call.diagnostics.attempt("configure", async () => {
    const config = objectFromWire(definition.schema, request.config) ?? {};
    validateConfig(definition, config, call);
    if (call.diagnostics.hasError) return;
    const { terraformVersion } = request;
    const { secrets, stopped } = runtime;
    await runtime.configure(() =>
      definition.configure(config, Object.assign(call, { terraformVersion, secrets, stopped })),
    );
  });
  return { diagnostics: diagnosticsToWire(call.diagnostics.all) };
}

/** Ends waits and reads; writes in flight finish. */
export function stopProvider<C>(runtime: ProviderRuntime<C>): Outgoing<StopProviderResponse> {
  runtime.log.info("Terraform asked the provider to stop. Writes in flight still finish.");
  runtime.stop();
  return {};
}
