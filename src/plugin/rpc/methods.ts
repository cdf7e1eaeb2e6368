import type { Cancellation, ProviderRuntime } from "../framework";
import type { Method, Methods } from "../transport";
import { Provider } from "../wire/generated/tfplugin6";
import { decode, encode, type Outgoing, type Rpc } from "../wire/protobuf";
import { applyResourceChange } from "./apply-resource-change";
import { callFunction } from "./call-function";
import { configureProvider, stopProvider } from "./configure-provider";
import { getFunctions, getProviderSchema } from "./get-provider-schema";
import { importResourceState, moveResourceState } from "./import-resource-state";
import { planResourceChange } from "./plan-resource-change";
import { readDataSource } from "./read-data-source";
import { readResource } from "./read-resource";
import { upgradeResourceState } from "./upgrade-resource-state";
import {
  validateDataResourceConfig,
  validateProviderConfig,
  validateResourceConfig,
} from "./validate-config";

type Handler<C, Request, Response> = (
  runtime: ProviderRuntime<C>,
  request: Request,
  cancellation: Cancellation,
) => Outgoing<Response> | Promise<Outgoing<Response>>;

/**
 * Returns the RPCs of a provider by path. The transport answers all others with UNIMPLEMENTED: Terraform
 * needs them only for features that the schema does not declare (section 1, last column).
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
        const response = await runtime.serve(context, () => handler(runtime, request, context));
        return encode(rpc.response, response);
      },
    },
  ];
  // Most calls of a plan wait for nothing: they return synchronously, and a stop has nothing to abort.
  const bindSync = <Request, Response>(
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
    bindSync(Provider.ValidateProviderConfig, validateProviderConfig),
    bindSync(Provider.ValidateResourceConfig, validateResourceConfig),
    bindSync(Provider.ValidateDataResourceConfig, validateDataResourceConfig),
    bindSync(Provider.UpgradeResourceState, upgradeResourceState),
    bind(Provider.ConfigureProvider, configureProvider),
    bind(Provider.ReadResource, readResource),
    bind(Provider.PlanResourceChange, planResourceChange),
    bind(Provider.ApplyResourceChange, applyResourceChange),
    bind(Provider.ImportResourceState, importResourceState),
    bind(Provider.ReadDataSource, readDataSource),
    bindSync(Provider.MoveResourceState, moveResourceState),
    bindSync(Provider.GetFunctions, getFunctions),
    bind(Provider.CallFunction, callFunction),
    bind(Provider.StopProvider, stopProvider),
  ]);
}
