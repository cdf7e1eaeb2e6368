export interface CallContext {
  readonly signal: AbortSignal;
  /** After an abort, the handler must still respond. */
  abort(reason: Error): void;
}

/** The handler may keep the request's bytes. */
export type UnaryHandler = (request: Uint8Array, context: CallContext) => Uint8Array | Promise<Uint8Array>;

/** A held-open call stays open until one side closes it. The server sends nothing in it. */
export type Method = UnaryHandler | "held-open";

export type Methods = ReadonlyMap<string, Method>;

export const Status = { OK: 0, UNIMPLEMENTED: 12, INTERNAL: 13 } as const;
