export { type HclBody, type HclValue, parseHcl } from "./hcl";
export { findFork, findInstalled, findNearest, readManifest } from "./installed-package";
export { type LockEntry, lockEntries, readLockFile } from "./lock-file";
export { placeFile } from "./place-file";
export { placedFolder, placedVersions, type Placement, placeProvider } from "./place-provider";
export {
  expectedBuild,
  findProviderPackage,
  hashOfFolder,
  NODE_PACKAGES,
  NODE_PLATFORMS,
  pathOf,
  platformBuilds,
  PLATFORMS,
  type ProviderPackage,
  WINDOWS_PACKAGES,
} from "./provider-package";
export {
  changedFiles,
  commitIn,
  commitOfRun,
  currentCommit,
  digestOf,
  digestOfFile,
  git,
  PROMPT_RECORD,
  type PromptPart,
  type PromptRecord,
  recordSynth,
  rememberRead,
  repositoryOf,
  SYNTH_RECORD,
  type SynthRecord,
} from "./records";
