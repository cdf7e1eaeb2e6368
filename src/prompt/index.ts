export { checkPrompt, checkVariables, type FindingKind, type PromptFinding } from "./checks";
export {
  IDENTIFIER_RULE,
  parsePrompt,
  placeholderFor,
  positionsIn,
  promptVariables,
  type Placeholder,
  type Position,
} from "./grammar";
export { promptWarnings, type PromptWarning } from "./warnings";
