export { applyChange } from "./apply-change";
export type { Cancellation, HookArguments, HookCall, ResourceCall, WriteCall } from "./call";
export {
  unchanged,
  type DataSource,
  type Provider,
  type ProviderFunction,
  type Resource,
} from "./definitions";
export { attributePath, DiagnosticError, Diagnostics, type Diagnostic } from "./diagnostics";
export type { LogFields, Logger } from "./logger";
export { planChange } from "./plan-change";
export { PrivateState } from "./private-state";
export { importResourceState, readDataSource, readResource } from "./read";
export { ProviderRuntime } from "./runtime";
export { upgradeState } from "./upgrade-state";
export { validateConfig } from "./validate";
