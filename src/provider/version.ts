import { version } from "../../package.json";

/** Version of the package and of its provider. A build and the tests take it from package.json. */
export const PROVIDER_VERSION: string = version;
