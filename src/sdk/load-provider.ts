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
import {
  importResourceState,
  moveResourceState,
  readDataSource,
  readResource,
  upgradeResourceState,
} from "./framework/read";
import { ProviderRuntime } from "./framework/runtime";
import type { Serve } from "./framework/wire-value";

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

/**
 * Returns the RPCs of a provider by path. The transport responds to other RPCs with UNIMPLEMENTED: Terraform
 * needs them only for features that the schema does not declare (terraform-protocol.md, section 1, last
 * column).
 */
export function providerMethods(runtime: ProviderRuntime): Methods {
  return new Map([
    bind(runtime, Rpcs.GetProviderSchema, getProviderSchema),
    bind(runtime, Rpcs.ValidateProviderConfig, validateProviderConfig),
    bind(runtime, Rpcs.ValidateResourceConfig, validateResourceConfig),
    bind(runtime, Rpcs.ValidateDataResourceConfig, validateDataResourceConfig),
    bind(runtime, Rpcs.UpgradeResourceState, upgradeResourceState),
    bind(runtime, Rpcs.ConfigureProvider, configureProvider),
    bind(runtime, Rpcs.ReadResource, readResource),
    bind(runtime, Rpcs.PlanResourceChange, planResourceChange),
    bind(runtime, Rpcs.ApplyResourceChange, applyResourceChange),
    bind(runtime, Rpcs.ImportResourceState, importResourceState),
    bind(runtime, Rpcs.ReadDataSource, readDataSource),
    bind(runtime, Rpcs.MoveResourceState, moveResourceState),
    bind(runtime, Rpcs.GetFunctions, getFunctions),
    bind(runtime, Rpcs.CallFunction, callFunction),
    bind(runtime, Rpcs.StopProvider, stopProvider),
  ]);
}

/** Most calls of a plan have a synchronous handler, which needs no promise. */
function bind<Request, Response>(
  runtime: ProviderRuntime,
  rpc: Rpc<Request, Response>,
  handler: Serve<Request, Response>,
): [string, Method] {
  return [
    rpc.path,
    (bytes, context) => {
      const request = decode(rpc.request, bytes);
      const response = runtime.serve(context, () => handler(runtime, request, context));
      if (response instanceof Promise) return response.then((later) => encode(rpc.response, later));
      return encode(rpc.response, response);
    },
  ];
}
