// The exports of `cdktf-outreach/prompts`, which docs/guides/testing.md describes.
export { fromFile, type PromptFileOptions } from "./file";
export { fill, type Filled } from "./fill";
export { promptVariables as variablesOf } from "./grammar";
export { type Acknowledgement, check, type CheckOptions, type PromptMistake } from "./snippet-warnings";
