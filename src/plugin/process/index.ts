export { type Certificate, createCertificate } from "./certificate";
export { createLog, logLevel } from "./log";
export type { LoadPlugin, Plugin } from "./plugin";
export { reattachInstructions, startReattach } from "./reattach";
export { Redactor } from "./redact";
export { createHost, run } from "./serve";
