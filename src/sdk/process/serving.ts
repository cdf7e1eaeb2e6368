// What a process needs only after its handshake, loaded as one chunk.
import { GrpcError, type Method, Status } from "../transport/method";
import { decode } from "../wire/decode";
import { message } from "../wire/message";

export { redactorOf } from "../../util/redact";
export { GrpcServer } from "../transport/server";

/** Services whose health is reported. go-plugin asks for `plugin`. The empty name means the whole server. */
const HEALTH_NAMES = ["", "plugin"];

const HealthCheckRequest = message<{ readonly service: string }>("grpc.health.v1.HealthCheckRequest", () => [
  ["service", 1, "string"],
]);

/** A HealthCheckResponse. Its field 1, the status, has the value 1 (SERVING). */
const SERVING = Uint8Array.of(0x08, 0x01);

/** The message `Empty` of go-plugin: it has no fields. */
const EMPTY = new Uint8Array();

/**
 * Returns the services that go-plugin (version 1 of its core protocol) expects beside the provider.
 * `onShutdown` runs after the response to the shutdown call is queued. GRPCStdio and GRPCBroker send nothing:
 * logs go to stderr instead of GRPCStdio, and no Terraform provider uses GRPCBroker to offer further
 * connections.
 */
export function hostServices(onShutdown: () => void): Map<string, Method> {
  const shutDown = (): Uint8Array => {
    setImmediate(onShutdown);
    return EMPTY;
  };
  return new Map<string, Method>([
    ["/plugin.GRPCController/Shutdown", shutDown],
    ["/plugin.GRPCStdio/StreamStdio", "held-open"],
    ["/plugin.GRPCBroker/StartStream", "held-open"],
    ["/grpc.health.v1.Health/Check", checkHealth],
  ]);
}

function checkHealth(request: Uint8Array): Uint8Array {
  const { service } = decode(HealthCheckRequest, request);
  if (HEALTH_NAMES.includes(service)) return SERVING;
  throw new GrpcError(Status.NOT_FOUND, `This plugin has no service ${JSON.stringify(service)}.`);
}
