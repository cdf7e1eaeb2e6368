export {
  clusterFields,
  identityFields,
  isOfType,
  isTimestamp,
  pagingFields,
  snippetFields,
  typeInWords,
  type Field,
  type Fields,
  type ValuesOf,
} from "./fields";
export {
  operations,
  requestFields,
  type Intent,
  type Kind,
  type ListOperationName,
  type Operation,
  type OperationName,
  type RequestOf,
  type ResponseOf,
  type ResponseShape,
} from "./operations";
