import type { Cancellation, ProviderRuntime } from "../framework";
import type { Provider } from "../wire/generated/tfplugin6";
import type { MessageType, Outgoing } from "../wire/protobuf";

type Rpcs = typeof Provider;
type MessageOf<T> = T extends MessageType<infer Message> ? Message : never;
type ResponseOf<Name extends keyof Rpcs> = Outgoing<MessageOf<Rpcs[Name]["response"]>>;

type HandlerWith<Name extends keyof Rpcs, Result> = <C>(
  runtime: ProviderRuntime<C>,
  request: MessageOf<Rpcs[Name]["request"]>,
  cancellation: Cancellation,
) => Result;

/** Serves the RPC with this name. */
export type Handler<Name extends keyof Rpcs> = HandlerWith<Name, Promise<ResponseOf<Name>>>;

/** Serves the RPC with this name, and does not wait for anything. */
export type SyncHandler<Name extends keyof Rpcs> = HandlerWith<Name, ResponseOf<Name>>;
