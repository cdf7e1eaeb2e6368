import type { Cancellation, ProviderRuntime } from "../framework";
import type { Method, Methods } from "../transport";
import { Provider } from "../wire/generated/tfplugin6";
import { decode, encode, type Outgoing, type Rpc } from "../wire/protobuf";
import { applyResourceChange } from "./apply-resource-change";
import { callFunction } from "./call-function";
import { configureProvider } from "./configure-provider";
import { getFunctions } from "./get-functions";
import { getProviderSchema } from "./get-provider-schema";
import { importResourceState } from "./import-resource-state";
import { moveResourceState } from "./move-resource-state";
import { planResourceChange } from "./plan-resource-change";
import { readDataSource } from "./read-data-source";
import { readResource } from "./read-resource";
import { stopProvider } from "./stop-provider";
import { upgradeResourceState } from "./upgrade-resource-state";
import { validateDataResourceConfig } from "./validate-data-resource-config";
import { validateProviderConfig } from "./validate-provider-config";
import { validateResourceConfig } from "./validate-resource-config";

type Handler<C, Request, Response> = (
  runtime: ProviderRuntime<C>,
  request: Request,
  cancellation: Cancellation,
) => Outgoing<Response> | Promise<Outgoing<Response>>;

/**
 * The RPCs this SDK answers. Terraform tolerates the absence of all others as long as the schema declares nothing
 * that needs them (section 1, last column); the transport answers UNIMPLEMENTED.
 */
export function providerMethods<C>(runtime: ProviderRuntime<C>): Methods {
  const bind = <Request, Response>(
    rpc: Rpc<Request, Response>,
    handler: Handler<C, Request, Response>,
  ): [string, Method] => [
    rpc.path,
    {
      kind: "unary",
      async handle(bytes, context) {
        const request = decode(rpc.request, bytes);
        const answer = await runtime.serve(context, () => handler(runtime, request, context));
        return encode(rpc.response, answer);
      },
    },
  ];
  // Most calls of a plan: what waits for nothing is answered at once, and has nothing that a stop could end.
  const bindAtOnce = <Request, Response>(
    rpc: Rpc<Request, Response>,
    handler: (...args: Parameters<Handler<C, Request, Response>>) => Outgoing<Response>,
  ): [string, Method] => [
    rpc.path,
    {
      kind: "unary",
      handle: (bytes, context) => encode(rpc.response, handler(runtime, decode(rpc.request, bytes), context)),
    },
  ];
  return new Map([
    bind(Provider.GetProviderSchema, getProviderSchema),
    bindAtOnce(Provider.ValidateProviderConfig, validateProviderConfig),
    bindAtOnce(Provider.ValidateResourceConfig, validateResourceConfig),
    bindAtOnce(Provider.ValidateDataResourceConfig, validateDataResourceConfig),
    bindAtOnce(Provider.UpgradeResourceState, upgradeResourceState),
    bind(Provider.ConfigureProvider, configureProvider),
    bind(Provider.ReadResource, readResource),
    bind(Provider.PlanResourceChange, planResourceChange),
    bind(Provider.ApplyResourceChange, applyResourceChange),
    bind(Provider.ImportResourceState, importResourceState),
    bind(Provider.ReadDataSource, readDataSource),
    bindAtOnce(Provider.MoveResourceState, moveResourceState),
    bindAtOnce(Provider.GetFunctions, getFunctions),
    bind(Provider.CallFunction, callFunction),
    bind(Provider.StopProvider, stopProvider),
  ]);
}
