import { build } from "esbuild";
import { createRequire } from "node:module";
import { root } from "./sources.mjs";

const require = createRequire(import.meta.url);

/**
 * Returns schemas in the form of `terraform providers schema -json`. The provider is written in TypeScript,
 * so this function bundles it into `outfile` and loads the bundle.
 */
export async function loadSchemas(outfile) {
  const contents = `
    import { schemaJson } from "./scripts/schema-json";
    import { PROVIDER_ADDRESS } from "./src/provider/address";
    import { outreachProvider } from "./src/provider/provider";
    export const address = PROVIDER_ADDRESS;
    export const version = outreachProvider.version;
    export const schemas = schemaJson(PROVIDER_ADDRESS, outreachProvider);`;
  const stdin = { contents, resolveDir: root };
  await build({ stdin, outfile, bundle: true, platform: "node", format: "cjs", logLevel: "error" });
  return require(outfile);
}
