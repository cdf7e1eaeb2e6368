export { applyResourceChange } from "./apply-resource-change";
export { callFunction } from "./call-function";
export type { Call, Cancellation, LogFields, Logger, ResourceCall, Secrets, WriteCall } from "./call";
export {
  FunctionError,
  unchanged,
  type ConfigureCall,
  type DataSource,
  type FunctionParameter,
  type PlannedChange,
  type Provider,
  type ProviderFunction,
  type Resource,
  type StateUpgrade,
} from "./definitions";
export { attributePath, DiagnosticError, Diagnostics, type Diagnostic, type Severity } from "./diagnostics";
export { importResourceState } from "./import-resource-state";
export { planResourceChange, type PlanResult } from "./plan-resource-change";
export { PrivateState } from "./private-state";
export { readDataSource } from "./read-data-source";
export { readResource } from "./read-resource";
export { ProviderRuntime } from "./runtime";
export { upgradeResourceState } from "./upgrade-resource-state";
export { validateConfig } from "./validate";
