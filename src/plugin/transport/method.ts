/** What a handler may know of the call it serves. */
export interface CallContext {
  /** Aborted when the client cancelled, the stream was reset, the connection was lost or the deadline passed. */
  readonly signal: AbortSignal;
  /** Aborts the signal for a reason of the server's own. The call is still to be answered. */
  abort(reason: Error): void;
}

/** Serves one message with one message. The request bytes belong to the handler. */
export type UnaryHandler = (request: Uint8Array, context: CallContext) => Uint8Array | Promise<Uint8Array>;

/** A call that stays open until the client leaves or the server closes; what the client sends is dropped. */
interface HeldOpen {
  readonly kind: "held-open";
  /** Sent once, at the start. The call is silent without it. */
  readonly greeting?: Uint8Array;
}

export type Method = { readonly kind: "unary"; readonly handle: UnaryHandler } | HeldOpen;

/** Methods by full path, such as `/tfplugin6.Provider/GetProviderSchema`. */
export type Methods = ReadonlyMap<string, Method>;
