import type { Value } from "../../../src/sdk/values";
import { Provider as Rpcs } from "../../../src/sdk/wire/generated/tfplugin6";
import { encode } from "../../../src/sdk/wire/encode";
import type { MessageType, Outgoing, Rpc } from "../../../src/sdk/wire/message";
import { outreachProvider } from "../../../src/provider/provider";
import type { Run } from "../../../src/provider/run/run";
import { Core, nothing } from "../../sdk/core";
import { toWire } from "../../sdk/core-rules";

/** One call as Terraform makes it. */
export interface RecordedCall {
  readonly path: string;
  readonly request: Uint8Array;
  readonly response: MessageType<unknown>;
}

class Recorder extends Core<Run> {
  readonly calls: RecordedCall[] = [];

  override rpc<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: Outgoing<Request>,
    signal?: AbortSignal,
  ): Promise<Response> {
    const response = rpc.response as MessageType<unknown>;
    this.calls.push({ path: rpc.path, request: encode(rpc.request, request), response });
    return super.rpc(rpc, request, signal);
  }
}

const CLUSTER = "outreach_cluster";

/** The calls of a whole life of a cluster: every method of the provider but the stop, each at least once. */
export async function recordCalls(settings: Readonly<Record<string, Value>>): Promise<RecordedCall[]> {
  const core = new Recorder(outreachProvider);
  await core.validateProvider(settings);
  await core.configure(settings);
  const given = { name: "Recorded", description: "caf\u00e9" };
  await core.validate(CLUSTER, given);
  const plan = await core.plan(CLUSTER, given, nothing);
  const { saved } = await core.apply(CLUSTER, given, nothing, plan);
  // An import reads what it brings, so this is the refresh too: a process reads an object once.
  const refreshed = await core.import(CLUSTER, saved.state!["id"] as string);
  await core.readDataSource(CLUSTER, { name: "Recorded" });
  await core.call("prompt_variables", "Hi {first_name}");
  const update = await core.plan(CLUSTER, { name: "Renamed" }, refreshed);
  // An apply is a run of its own.
  await core.configure(settings);
  const { saved: updated } = await core.apply(CLUSTER, { name: "Renamed" }, refreshed, update);
  await core.apply(CLUSTER, null, updated, await core.plan(CLUSTER, null, updated));
  await core.close();
  return core.calls;
}

/** The request with which Terraform configures the provider. */
export function configureRequest(settings: Readonly<Record<string, Value>>): Uint8Array {
  const { schema } = outreachProvider;
  const config = toWire(schema, new Core(outreachProvider).config(schema, settings));
  return encode(Rpcs.ConfigureProvider.request, { terraformVersion: "1.11.4", config });
}
