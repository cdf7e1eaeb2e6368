import { validateConfig } from "../framework";
import type { Handler, SyncHandler } from "./handler";
import { diagnosticsToWire, objectFromWire } from "./wire-value";

/** Configures the provider. Validates again, because values may have been unknown at validation. */
export const configureProvider: Handler<"ConfigureProvider"> = async (runtime, request, cancellation) => {
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
};

export const stopProvider: SyncHandler<"StopProvider"> = (runtime) => {
  runtime.log.info("Terraform asked the provider to stop. Writes in flight still finish.");
  runtime.stop();
  return {};
};
