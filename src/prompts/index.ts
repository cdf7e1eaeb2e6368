export {
  type Acknowledgement,
  type CheckedSnippet,
  type DeclaredEntry,
  type Lint,
  LINT_CODES,
  lintPrompt,
  problemOfEntry,
  separateAcknowledged,
  warningsOfPrompt,
} from "./snippet-warnings";
export { fill, type Filled } from "./fill";
export { checkSamples, parseSamples, type Sample, valueIn } from "./samples";
export { checkPrompt, checkVariables, conflictsIn, type PromptFinding } from "./checks";
export {
  IDENTIFIER_RULE,
  parsePrompt,
  placeholderFor,
  positionsIn,
  promptVariables,
  whenUsed,
} from "./grammar";
export { invisible, MAX_TEXT_BYTES, problemOfLength, quoted, refuseNoText, userError } from "./texts";
export { emptyTextWarnings, type PromptFact, type PromptWarning, promptWarnings } from "./warnings";
export { closest } from "./words";
