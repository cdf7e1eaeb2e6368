export { hashOfFolder } from "./folder-hash";
export { placedFolder, placedVersions, placeProvider } from "./place-provider";
export { findProviderPackage, type ProviderPackage } from "./provider-package";
