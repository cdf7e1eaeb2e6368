import { completeState, readResource as read } from "../framework";
import { objectType } from "../schema";
import { mayHoldNumber } from "../values";
import { findDataSource, findResource } from "./find";
import type { Handler } from "./handler";
import { diagnosticsToWire, foundToWire, objectFromWire, privateToWire, stateFromWire } from "./wire-value";

/** Reads a resource. If the read fails, the state stays unchanged. */
export const readResource: Handler<"ReadResource"> = async (
  runtime,
  { typeName, currentState, private: stored },
  cancellation,
) => {
  const call = runtime.resourceCall(cancellation, stored);
  const newState = await call.diagnostics.attempt("read", async () => {
    const resource = findResource(runtime, typeName);
    const state = stateFromWire(resource.schema, currentState);
    const found = state === null ? null : await read(resource, state, { provider: runtime.configured, call });
    // Without this line, Terraform passes the deleted object's private state to the plan of the next create.
    if (found === null) call.private.clear();
    const type = objectType(resource.schema);
    // An unchanged state is returned as it was received, unless its type has numbers: these must be text.
    return found === state && !mayHoldNumber(type) ? currentState : foundToWire(type, found);
  });
  return {
    newState: newState ?? currentState,
    private: privateToWire(call, "read", stored),
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
};

/** Reads a data source. Terraform calls this only when the whole configuration is known. */
export const readDataSource: Handler<"ReadDataSource"> = async (runtime, request, cancellation) => {
  const call = runtime.call(cancellation);
  const state = await call.diagnostics.attempt("read", async () => {
    const dataSource = findDataSource(runtime, request.typeName);
    const config = objectFromWire(dataSource.schema, request.config) ?? {};
    const found = await dataSource.read(config, runtime.configured, call);
    return foundToWire(objectType(dataSource.schema), completeState(dataSource.schema, found));
  });
  return { state, diagnostics: diagnosticsToWire(call.diagnostics.all) };
};
