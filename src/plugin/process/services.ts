import type { Method } from "../transport";
import { GrpcError, Status } from "../transport";
import { GRPCBroker, GRPCController, GRPCStdio, Empty } from "../wire/generated/goplugin";
import {
  Health,
  HealthCheckRequest,
  HealthCheckResponse,
  HealthCheckResponseServingStatus,
} from "../wire/generated/health";
import { decode, encode } from "../wire/protobuf";

/** go-plugin asks for the health of `plugin`; the empty name is the whole server. */
const HEALTH_NAMES = ["", "plugin"];

/**
 * Returns the services that go-plugin expects beside the provider. `onShutdown` runs after the response is
 * queued.
 */
export function hostServices(onShutdown: () => void): Map<string, Method> {
  const serving = encode(HealthCheckResponse, { status: HealthCheckResponseServingStatus.SERVING });
  return new Map<string, Method>([
    [
      GRPCController.Shutdown.path,
      {
        kind: "unary",
        handle: () => {
          setImmediate(onShutdown);
          return encode(Empty, {});
        },
      },
    ],
    [GRPCStdio.StreamStdio.path, { kind: "held-open" }],
    [GRPCBroker.StartStream.path, { kind: "held-open" }],
    [
      Health.Check.path,
      {
        kind: "unary",
        handle: (request) => {
          const { service } = decode(HealthCheckRequest, request);
          if (HEALTH_NAMES.includes(service)) return serving;
          throw new GrpcError(Status.NOT_FOUND, `There is no service ${JSON.stringify(service)} here.`);
        },
      },
    ],
    [Health.Watch.path, { kind: "held-open", greeting: serving }],
  ]);
}
