// The part of a process that is needed only after its handshake, loaded as one chunk.
import type { Method } from "../transport/method";

export { redactorOf } from "../../util/redact";
export { GrpcServer } from "../transport/server";

/** A HealthCheckResponse whose field 1, the status, is 1 (SERVING). */
const SERVING = Uint8Array.of(0x08, 0x01);

const EMPTY = new Uint8Array();

/**
 * Returns the services that go-plugin (version 1 of its core protocol) expects in addition to the provider.
 * `onShutdown` runs after the response to the shutdown call is queued. GRPCStdio and GRPCBroker send nothing:
 * logs go to stderr instead, and Terraform providers open no further connections through GRPCBroker.
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
    ["/grpc.health.v1.Health/Check", () => SERVING],
  ]);
}
