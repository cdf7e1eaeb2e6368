import { version } from "../../package.json";

/** Version of the package and of its provider. `npm run build` and the tests copy it from package.json. */
export const PROVIDER_VERSION: string = version;
