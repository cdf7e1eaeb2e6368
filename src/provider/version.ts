/** Version of the package and of its provider. A test checks that it is the version in package.json. */
export const PROVIDER_VERSION = "0.1.0";
