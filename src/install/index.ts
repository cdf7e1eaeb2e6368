export { type HclBody, type HclValue, parseHcl } from "./hcl";
export { type LockEntry, lockEntries, readLockFile } from "./lock-file";
export { PLATFORMS } from "./mirror";
export { placedFolder, placedVersions, type Placement, placeProvider } from "./place-provider";
export { PROMPT_RECORD, type PromptRecord } from "./prompt-record";
export { findProviderPackage, hashOfFolder, type ProviderPackage } from "./provider-package";
export { remove } from "./staging";
export { WholeFileWriter } from "./whole-file-writer";
