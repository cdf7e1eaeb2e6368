import {
  readDataSource as readSource,
  readResource as read,
  type Cancellation,
  type ProviderRuntime,
} from "../framework";
import { objectType } from "../schema";
import { mayHoldNumber } from "../values";
import type {
  ReadDataSourceRequest,
  ReadDataSourceResponse,
  ReadResourceRequest,
  ReadResourceResponse,
} from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { findDataSource, findResource } from "./find";
import { diagnosticsToWire, foundToWire, objectFromWire, privateToWire, stateFromWire } from "./wire-value";

/** Reads a resource. If the read fails, the state stays unchanged. */
export async function readResource<C>(
  runtime: ProviderRuntime<C>,
  { typeName, currentState, private: stored }: ReadResourceRequest,
  cancellation: Cancellation,
): Promise<Outgoing<ReadResourceResponse>> {
  const call = runtime.resourceCall(cancellation, stored);
  const newState = await call.diagnostics.attempt("read", async () => {
    const resource = findResource(runtime, typeName);
    const state = stateFromWire(resource.schema, currentState);
    const found = state === null ? null : await read(resource, state, { provider: runtime.configured, call });
    // Without this line, Terraform passes the deleted object's private state to the plan of the next create.
    if (found === null) call.private.clear();
    const type = objectType(resource.schema);
    // An unchanged state is returned as the received bytes, unless its type has numbers: these must be
    // encoded as text.
    return found === state && !mayHoldNumber(type) ? currentState : foundToWire(type, found);
  });
  return {
    newState: newState ?? currentState,
    private: privateToWire(call, "read", stored),
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
}

/** Reads a data source. */
export async function readDataSource<C>(
  runtime: ProviderRuntime<C>,
  request: ReadDataSourceRequest,
  cancellation: Cancellation,
): Promise<Outgoing<ReadDataSourceResponse>> {
  const call = runtime.call(cancellation);
  const state = await call.diagnostics.attempt("read", async () => {
    const dataSource = findDataSource(runtime, request.typeName);
    const config = objectFromWire(dataSource.schema, request.config) ?? {};
    const found = await readSource(dataSource, config, { provider: runtime.configured, call });
    return foundToWire(objectType(dataSource.schema), found);
  });
  return { state, diagnostics: diagnosticsToWire(call.diagnostics.all) };
}
