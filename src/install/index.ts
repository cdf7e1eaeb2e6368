export { differentLockedVersion, type LockedVersion } from "./locked-version";
export { placedFolder, placedVersions, placeProvider } from "./place-provider";
export { PROMPT_RECORD, type PromptPart, type PromptRecord } from "./prompt-record";
export { findProviderPackage, hashOfFolder, type ProviderPackage } from "./provider-package";
export { remove, WholeFileWriter } from "./whole-file-writer";
