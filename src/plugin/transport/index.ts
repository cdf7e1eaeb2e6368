export { type ListenTarget, openListener, type PortRange } from "./listen";
export type { Method, Methods, UnaryHandler } from "./method";
export { type GrpcServer, type GrpcServerOptions, startGrpcServer } from "./server";
export { GrpcError, Status } from "./status";
export type { TlsOptions } from "./tls";
