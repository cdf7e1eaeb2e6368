export {
  computed,
  computedOrNull,
  keepState,
  optional,
  optionalComputed,
  required,
  requiresReplace,
  type Attribute,
  type Attributes,
  type ConfigOf,
  type FinalPlanOf,
  type PlanModifier,
  type PlanOf,
  type PriorOf,
  type Problem,
  type StateOf,
  type Validator,
} from "./attribute";
export { bool, integer, list, map, number, object, set, string, type ModelType } from "./model-type";
export {
  isComputed,
  isDecidedByProvider,
  listAttributes,
  objectType,
  schemaProblems,
  type Schema,
} from "./schema";
