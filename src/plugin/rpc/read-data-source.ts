import { readDataSource as read, type Cancellation, type ProviderRuntime } from "../framework";
import { objectType } from "../schema";
import type { ReadDataSourceRequest, ReadDataSourceResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { attempt } from "./attempt";
import { findDataSource } from "./find";
import { diagnosticsToWire } from "./wire-diagnostics";
import { foundToWire, objectFromWire } from "./wire-value";

/** Reads a data source. */
export async function readDataSource<C>(
  runtime: ProviderRuntime<C>,
  request: ReadDataSourceRequest,
  cancellation: Cancellation,
): Promise<Outgoing<ReadDataSourceResponse>> {
  const call = runtime.call(cancellation);
  const state = await attempt(call.diagnostics, "read", async () => {
    const dataSource = findDataSource(runtime, request.typeName);
    const config = objectFromWire(dataSource.schema, request.config) ?? {};
    const found = await read(dataSource, config, { provider: runtime.configured, call });
    return foundToWire(objectType(dataSource.schema), found);
  });
  return { state, diagnostics: diagnosticsToWire(call.diagnostics.all) };
}
