export { type Certificate, createCertificate } from "./certificate";
export { Log, logLevel, type LogFields, type LogLevel } from "./log";
export type { Host, LoadPlugin, Plugin } from "./plugin";
export {
  type Reattach,
  reattachInstructions,
  type ReattachOptions,
  serveForDebugging,
  startReattach,
} from "./reattach";
export { Redactor } from "./redact";
export { createHost, serve, type ServeOptions } from "./serve";
