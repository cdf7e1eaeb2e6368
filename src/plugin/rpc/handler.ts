import type { Cancellation, ProviderRuntime } from "../framework";
import type { Provider } from "../wire/generated/tfplugin6";
import type { MessageType, Outgoing } from "../wire/protobuf";

type Rpcs = typeof Provider;
type MessageOf<T> = T extends MessageType<infer Message> ? Message : never;
export type RequestOf<Name extends keyof Rpcs> = MessageOf<Rpcs[Name]["request"]>;
export type ResponseOf<Name extends keyof Rpcs> = Outgoing<MessageOf<Rpcs[Name]["response"]>>;

/** Serves the requests of one RPC for any provider. */
export type Serve<Request, Result> = <C>(
  runtime: ProviderRuntime<C>,
  request: Request,
  cancellation: Cancellation,
) => Result;

/** Serves the RPC with this name. */
export type Handler<Name extends keyof Rpcs> = Serve<RequestOf<Name>, Promise<ResponseOf<Name>>>;

/** Serves the RPC with this name, and does not wait for anything. */
export type SyncHandler<Name extends keyof Rpcs> = Serve<RequestOf<Name>, ResponseOf<Name>>;
