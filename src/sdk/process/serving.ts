// This code is needed only after the handshake, and is loaded as one chunk.
import type { Method } from "../transport/method";

export { redactorOf } from "../../util/redact";
export { GrpcServer } from "../transport/server";

/** A HealthCheckResponse with the status (field 1) SERVING (1). */
const SERVING = Uint8Array.of(0x08, 0x01);

const EMPTY = new Uint8Array();

/**
 * The services that go-plugin expects besides the provider. GRPCStdio and GRPCBroker send nothing: logs go to
 * stderr, and Terraform providers open no further connections.
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
