import { ProviderRuntime, type Provider } from "./framework";
import type { LoadPlugin } from "./process/plugin";
import { providerMethods } from "./rpc/methods";

/** Returns the plugin that serves a provider definition. */
export function loadProvider<C>(definition: Provider<C>): LoadPlugin {
  return ({ log, redactor }) => {
    const runtime = new ProviderRuntime(definition, { log, secrets: redactor });
    return {
      methods: providerMethods(runtime),
      busy: () => runtime.writing,
      stop: () => runtime.stop(),
      close: () => runtime.close(),
    };
  };
}
