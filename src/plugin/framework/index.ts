export { applyChange } from "./apply-change";
export type { Cancellation, HookArguments, HookCall, ResourceCall, WriteCall } from "./call";
export {
  unchanged,
  type DataSource,
  type Provider,
  type ProviderFunction,
  type Resource,
} from "./definitions";
export { DiagnosticError, Diagnostics, type Diagnostic } from "./diagnostics";
export type { LogFields, Logger } from "./logger";
export { planChange } from "./plan-change";
export { PrivateState } from "./private-state";
export { readResource } from "./read";
export { complete, completeState } from "./reconcile";
export { ProviderRuntime } from "./runtime";
export { upgradeState } from "./upgrade-state";
export { validateConfig } from "./validate";
