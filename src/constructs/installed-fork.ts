// The package index loads this module first. CDKTF and CDK Terrain are optional peer dependencies, so Node's
// error "Cannot find module" would not say which of them to install.
import { FORK } from "./fork-name";

const [OTHER, MODULE] =
  FORK === "cdktf" ? (["cdktn", "cdktf-outreach/cdktn"] as const) : (["cdktf", "cdktf-outreach"] as const);

if (!isInstalled(FORK)) {
  throw new Error(
    isInstalled(OTHER)
      ? `${FORK} is not installed, but ${OTHER} is: import from "${MODULE}".`
      : `${FORK} is not installed: npm install ${FORK} constructs`,
  );
}

/** In a bundled ES module, which has no `require`, always returns true. */
function isInstalled(fork: typeof FORK): boolean {
  if (typeof require === "undefined") return true;
  try {
    return Boolean(
      fork === "cdktf" ? require.resolve("cdktf/package.json") : require.resolve("cdktn/package.json"),
    );
  } catch {
    return false;
  }
}
