export { placedVersions, placeProvider } from "./place-provider";
export { findProviderPackage, type ProviderPackage } from "./provider-package";
