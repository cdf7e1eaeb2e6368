export { type HclBody, type HclValue, parseHcl } from "./hcl";
export { findFork, findInstalled, findNearest, readManifest } from "./installed-package";
export { type LockEntry, lockEntries, readLockFile } from "./lock-file";
export { differentLockedVersion } from "./locked-version";
export { placeFile } from "./place-file";
export { placedFolder, placedVersions, type Placement, placeProvider } from "./place-provider";
export {
  expectedBuild,
  NODE_PACKAGES,
  NODE_PLATFORMS,
  platformBuilds,
  PLATFORMS,
  WINDOWS_PACKAGES,
} from "./platform-builds";
export { PROMPT_RECORD, type PromptPart, type PromptRecord } from "./prompt-record";
export { findProviderPackage, hashOfFolder, pathOf, type ProviderPackage } from "./provider-package";
export {
  changedFiles,
  commitIn,
  commitOfRun,
  currentCommit,
  digestOf,
  digestOfFile,
  git,
  repositoryOf,
  SYNTH_RECORD,
  type SynthRecord,
} from "./synth-record";
