export { checkPrompt, checkVariables, type FindingKind, type PromptFinding } from "./checks";
export {
  parsePrompt,
  placeholderFor,
  positionsIn,
  promptVariables,
  type Placeholder,
  type Position,
} from "./grammar";
export { promptWarnings, type PromptWarning } from "./warnings";
