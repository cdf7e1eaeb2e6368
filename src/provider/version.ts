/** Version of the package and of the provider in it; a test keeps it equal to package.json. */
export const PROVIDER_VERSION = "0.1.0";
