// The exports of `cdktf-outreach/prompts`, which docs/guides/testing.md describes.
export { fromFile, type PromptFileOptions } from "./file";
export { fill, type Filled, variablesOf } from "./fill";
export { type Acknowledgement, check, type CheckOptions, type PromptMistake } from "./snippet-warnings";
