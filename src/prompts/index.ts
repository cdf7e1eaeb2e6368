export {
  type Acknowledgement,
  acknowledges,
  type DeclaredEntry,
  problemOfEntry,
  separateAcknowledged,
  warningsOfPrompt,
} from "./snippet-warnings";
export { checkPrompt, checkVariables, conflictsIn, type PromptFinding } from "./checks";
export { closest } from "./closest";
export {
  IDENTIFIER_RULE,
  parsePrompt,
  placeholderFor,
  positionsIn,
  promptVariables,
  whenUsed,
} from "./grammar";
export { type Lint, LINT_CODES, lintPrompt } from "./lint";
export { invisible, quoted } from "./quoted";
export { MAX_TEXT_BYTES, problemOfLength } from "./text-limit";
export { emptyTextWarnings, type PromptFact, type PromptWarning, promptWarnings } from "./warnings";
