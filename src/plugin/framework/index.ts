export { applyResourceChange } from "./apply-resource-change";
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
export { planResourceChange } from "./plan-resource-change";
export { PrivateState } from "./private-state";
export { importResourceState, readDataSource, readResource } from "./read";
export { ProviderRuntime } from "./runtime";
export { upgradeResourceState } from "./upgrade-resource-state";
export { validateConfig } from "./validate";
