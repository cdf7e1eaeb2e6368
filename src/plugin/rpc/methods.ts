import type { ProviderRuntime } from "../framework";
import type { Method, Methods, UnaryHandler } from "../transport";
import { Provider } from "../wire/generated/tfplugin6";
import { decode, encode, type Outgoing, type Rpc } from "../wire/protobuf";
import { applyResourceChange } from "./apply-resource-change";
import { callFunction } from "./call-function";
import { configureProvider, stopProvider } from "./configure-provider";
import { getFunctions, getProviderSchema } from "./get-provider-schema";
import type { Serve } from "./handler";
import { importResourceState, moveResourceState } from "./import-resource-state";
import { planResourceChange } from "./plan-resource-change";
import { readDataSource, readResource } from "./read";
import { upgradeResourceState } from "./upgrade-resource-state";
import {
  validateDataResourceConfig,
  validateProviderConfig,
  validateResourceConfig,
} from "./validate-config";

/**
 * Returns the RPCs of a provider by path. The transport responds to other RPCs with UNIMPLEMENTED: Terraform
 * needs them only for features that the schema does not declare (terraform-protocol.md, section 1, last
 * column).
 */
export function providerMethods<C>(runtime: ProviderRuntime<C>): Methods {
  return new Map([
    bind(runtime, Provider.GetProviderSchema, getProviderSchema),
    bindSync(runtime, Provider.ValidateProviderConfig, validateProviderConfig),
    bindSync(runtime, Provider.ValidateResourceConfig, validateResourceConfig),
    bindSync(runtime, Provider.ValidateDataResourceConfig, validateDataResourceConfig),
    bindSync(runtime, Provider.UpgradeResourceState, upgradeResourceState),
    bind(runtime, Provider.ConfigureProvider, configureProvider),
    bind(runtime, Provider.ReadResource, readResource),
    bind(runtime, Provider.PlanResourceChange, planResourceChange),
    bind(runtime, Provider.ApplyResourceChange, applyResourceChange),
    bind(runtime, Provider.ImportResourceState, importResourceState),
    bind(runtime, Provider.ReadDataSource, readDataSource),
    bindSync(runtime, Provider.MoveResourceState, moveResourceState),
    bindSync(runtime, Provider.GetFunctions, getFunctions),
    bind(runtime, Provider.CallFunction, callFunction),
    bind(runtime, Provider.StopProvider, stopProvider),
  ]);
}

function bind<C, Request, Response>(
  runtime: ProviderRuntime<C>,
  rpc: Rpc<Request, Response>,
  handler: Serve<Request, Outgoing<Response> | Promise<Outgoing<Response>>>,
): [string, Method] {
  const handle: UnaryHandler = async (bytes, context) => {
    const request = decode(rpc.request, bytes);
    return encode(rpc.response, await runtime.serve(context, () => handler(runtime, request, context)));
  };
  return [rpc.path, { kind: "unary", handle }];
}

/** Binds a synchronous handler, as most calls of a plan have. No stop can come while it runs. */
function bindSync<C, Request, Response>(
  runtime: ProviderRuntime<C>,
  rpc: Rpc<Request, Response>,
  handler: Serve<Request, Outgoing<Response>>,
): [string, Method] {
  const handle: UnaryHandler = (bytes, context) =>
    encode(rpc.response, handler(runtime, decode(rpc.request, bytes), context));
  return [rpc.path, { kind: "unary", handle }];
}
