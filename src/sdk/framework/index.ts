export {
  unchanged,
  type DataSource,
  type HookCall,
  type Provider,
  type ProviderFunction,
  type Resource,
  type ResourceCall,
  type WriteCall,
} from "./definitions";
export { DiagnosticError, type Diagnostic, type LogFields, type Logger } from "./diagnostics";
