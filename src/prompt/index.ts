export { checkPrompt, checkVariables, type PromptFinding } from "./checks";
export { closest } from "./closest";
export { conflictsIn } from "./conflicts";
export { IDENTIFIER_RULE, parsePrompt, placeholderFor, positionsIn, promptVariables } from "./grammar";
export { type Lint, LINT_CODES, lintPrompt, MAX_LINTS } from "./lint";
export { invisible, quoted } from "./quoted";
export { emptyTextWarnings, type PromptFact, promptWarnings, warningsOfPrompt } from "./warnings";
export { whenUsed } from "./when-used";
