export { type ListenTarget, openListener, type PortRange } from "./listen";
export type { Method, Methods, UnaryHandler } from "./method";
export { GrpcServer, type GrpcServerOptions } from "./server";
export { GrpcError, Status } from "./status";
export type { TlsOptions } from "./tls";
