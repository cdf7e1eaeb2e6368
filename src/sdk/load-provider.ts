import type { LoadPlugin } from "./process/plugin";
import type { Method, Methods } from "./transport/method";
import { decode } from "./wire/decode";
import { encode } from "./wire/encode";
import { Provider as Rpcs } from "./wire/generated/tfplugin6";
import type { Outgoing, Rpc } from "./wire/message";
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
    const runtime = new ProviderRuntime(definition, { log, secrets: redactor });
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
export function providerMethods<C>(runtime: ProviderRuntime<C>): Methods {
  return new Map([
    bind(runtime, Rpcs.GetProviderSchema, getProviderSchema),
    bindSync(runtime, Rpcs.ValidateProviderConfig, validateProviderConfig),
    bindSync(runtime, Rpcs.ValidateResourceConfig, validateResourceConfig),
    bindSync(runtime, Rpcs.ValidateDataResourceConfig, validateDataResourceConfig),
    bindSync(runtime, Rpcs.UpgradeResourceState, upgradeResourceState),
    bind(runtime, Rpcs.ConfigureProvider, configureProvider),
    bind(runtime, Rpcs.ReadResource, readResource),
    bind(runtime, Rpcs.PlanResourceChange, planResourceChange),
    bind(runtime, Rpcs.ApplyResourceChange, applyResourceChange),
    bind(runtime, Rpcs.ImportResourceState, importResourceState),
    bind(runtime, Rpcs.ReadDataSource, readDataSource),
    bindSync(runtime, Rpcs.MoveResourceState, moveResourceState),
    bindSync(runtime, Rpcs.GetFunctions, getFunctions),
    bind(runtime, Rpcs.CallFunction, callFunction),
    bind(runtime, Rpcs.StopProvider, stopProvider),
  ]);
}

function bind<C, Request, Response>(
  runtime: ProviderRuntime<C>,
  rpc: Rpc<Request, Response>,
  handler: Serve<Request, Outgoing<Response> | Promise<Outgoing<Response>>>,
): [string, Method] {
  return [
    rpc.path,
    async (bytes, context) => {
      const request = decode(rpc.request, bytes);
      return encode(rpc.response, await runtime.serve(context, () => handler(runtime, request, context)));
    },
  ];
}

/** Binds a synchronous handler, as most calls of a plan have. No stop can come while it runs. */
function bindSync<C, Request, Response>(
  runtime: ProviderRuntime<C>,
  rpc: Rpc<Request, Response>,
  handler: Serve<Request, Outgoing<Response>>,
): [string, Method] {
  return [
    rpc.path,
    (bytes, context) => encode(rpc.response, handler(runtime, decode(rpc.request, bytes), context)),
  ];
}
