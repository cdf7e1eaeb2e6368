import { version } from "../../package.json";

/** `npm run build` and the tests copy the version from package.json. */
export const PROVIDER_VERSION: string = version;
