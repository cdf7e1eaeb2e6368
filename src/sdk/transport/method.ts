export interface CallContext {
  /** Aborted when the client cancels or disconnects. */
  readonly signal: AbortSignal;
  /** Aborts the signal. The handler must still respond. */
  abort(reason: Error): void;
}

/** Returns the response to one request. The handler may keep the bytes of the request. */
export type UnaryHandler = (request: Uint8Array, context: CallContext) => Uint8Array | Promise<Uint8Array>;

/**
 * How the server handles the calls of one path. In a held-open call, the server sends nothing and ignores the
 * messages of the client. The call ends when the client or the server closes it.
 */
export type Method = UnaryHandler | "held-open";

/** Methods by full path, such as `/tfplugin6.Provider/GetProviderSchema`. */
export type Methods = ReadonlyMap<string, Method>;

/** Status codes of gRPC (gRPC documentation, "Status codes and their use in gRPC"). */
export const Status = {
  OK: 0,
  CANCELLED: 1,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
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
