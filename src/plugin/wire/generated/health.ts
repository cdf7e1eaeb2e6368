// Generated from health.proto by scripts/generate-wire.mjs. Do not edit.
import { message, type MessageType } from "../message";

export interface HealthCheckRequest {
  readonly service: string;
}
export const HealthCheckRequest: MessageType<HealthCheckRequest> = /* @__PURE__ */ message("grpc.health.v1.HealthCheckRequest", () => [
  ["service", 1, "string"],
]);

export interface HealthCheckResponse {
  readonly status: HealthCheckResponseServingStatus;
}
export const HealthCheckResponse: MessageType<HealthCheckResponse> = /* @__PURE__ */ message("grpc.health.v1.HealthCheckResponse", () => [
  ["status", 1, "enum"],
]);

export const HealthCheckResponseServingStatus = {
  UNKNOWN: 0,
  SERVING: 1,
  NOT_SERVING: 2,
  SERVICE_UNKNOWN: 3,
} as const;
export type HealthCheckResponseServingStatus = (typeof HealthCheckResponseServingStatus)[keyof typeof HealthCheckResponseServingStatus];

export const Health = {
  Check: {
    path: "/grpc.health.v1.Health/Check",
    request: HealthCheckRequest,
    response: HealthCheckResponse,
  },
  Watch: {
    path: "/grpc.health.v1.Health/Watch",
    request: HealthCheckRequest,
    response: HealthCheckResponse,
  },
} as const;
