import type { LoadPlugin } from "./process/plugin";
import type { Method, Methods } from "./transport/method";
import { decode } from "./wire/decode";
import { encode } from "./wire/encode";
import { Provider as Rpcs } from "./wire/generated/tfplugin6";
import type { Rpc } from "./wire/message";
import { applyResourceChange, planResourceChange } from "./framework/change";
import {
  configureProvider,
  stopProvider,
  validateDataResourceConfig,
  validateProviderConfig,
  validateResourceConfig,
} from "./framework/configure";
import type { Provider } from "./framework/definitions";
import { callFunction, getFunctions, getProviderSchema } from "./framework/provider-schema";
import { importResourceState, readDataSource, readResource, upgradeResourceState } from "./framework/read";
import { ProviderRuntime } from "./framework/runtime";
import type { Handler, Serve } from "./framework/wire-value";

export function loadProvider<C>(definition: Provider<C>): LoadPlugin {
  return ({ log, redactor }) => {
    const runtime = new ProviderRuntime(definition, log, redactor);
    return {
      methods: providerMethods(runtime),
      busy: () => runtime.writing,
      stop: () => runtime.stop(),
      close: () => runtime.close(),
    };
  };
}

const HANDLERS: { readonly [Name in keyof typeof Rpcs]: Handler<Name> } = {
  GetProviderSchema: getProviderSchema,
  ValidateProviderConfig: validateProviderConfig,
  ValidateResourceConfig: validateResourceConfig,
  ValidateDataResourceConfig: validateDataResourceConfig,
  UpgradeResourceState: upgradeResourceState,
  ConfigureProvider: configureProvider,
  ReadResource: readResource,
  PlanResourceChange: planResourceChange,
  ApplyResourceChange: applyResourceChange,
  ImportResourceState: importResourceState,
  ReadDataSource: readDataSource,
  GetFunctions: getFunctions,
  CallFunction: callFunction,
  StopProvider: stopProvider,
};

/** The transport responds to all other RPCs with UNIMPLEMENTED. */
export function providerMethods(runtime: ProviderRuntime): Methods {
  const names = Object.keys(HANDLERS) as (keyof typeof Rpcs)[];
  return new Map(
    names.map((name): [string, Method] => {
      const { path, request, response } = Rpcs[name] as Rpc<unknown, object>;
      const handler = HANDLERS[name] as Serve<unknown, object>;
      const method: Method = (bytes, context) => {
        const decoded = decode(request, bytes);
        const served = runtime.serve(context, () => handler(runtime, decoded, context));
        // Most handlers of a plan are synchronous, so their responses need no promise.
        if (served instanceof Promise) return served.then((later) => encode(response, later));
        return encode(response, served);
      };
      return [path, method];
    }),
  );
}
