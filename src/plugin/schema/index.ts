export {
  computed,
  computedOrNull,
  optional,
  optionalComputed,
  required,
  type Attribute,
  type Attributes,
  type ConfigOf,
  type FinalPlanOf,
  type PlanOf,
  type PriorOf,
  type Problem,
  type ResourceAttributes,
  type StateOf,
  type Validator,
} from "./attribute";
export { bool, integer, list, number, object, string, type ModelType } from "./model-type";
export {
  isComputed,
  isCurrent,
  listAttributes,
  objectType,
  type NamedAttribute,
  type Schema,
} from "./schema";
