/** Status codes of gRPC (gRPC documentation, "Status codes and their use in gRPC"). */
export const Status = {
  OK: 0,
  CANCELLED: 1,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
} as const;
export type Status = (typeof Status)[keyof typeof Status];

/** An error whose code and message go to the client. Other errors of a handler stay in the process. */
export class GrpcError extends Error {
  override readonly name = "GrpcError";

  constructor(
    readonly code: Status,
    message: string,
  ) {
    super(message);
  }
}
