export {
  ACKNOWLEDGED_CODES,
  type AcknowledgedWarning,
  type Acknowledgement,
  acknowledges,
  type DeclaredEntry,
  problemOfEntry,
  separateAcknowledged,
} from "./acknowledged";
export { checkPrompt, checkVariables, type PromptFinding } from "./checks";
export { closest } from "./closest";
export { conflictsIn } from "./conflicts";
export { IDENTIFIER_RULE, parsePrompt, placeholderFor, positionsIn, promptVariables } from "./grammar";
export { type Lint, LINT_CODES, lintPrompt, MAX_LINTS } from "./lint";
export { invisible, quoted } from "./quoted";
export { warningsOfPrompt } from "./snippet-warnings";
export { MAX_TEXT_BYTES, problemOfLength } from "./text-limit";
export { emptyTextWarnings, type PromptFact, type PromptWarning, promptWarnings } from "./warnings";
export { whenUsed } from "./when-used";
