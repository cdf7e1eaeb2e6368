// The package index loads this module first. CDKTF and CDK Terrain are optional peer dependencies. If only
// the wrong one is installed, Node's "Cannot find module" would not say what to import instead.
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

/** Reports whether a fork is installed. Always true in a bundled ES module, which has no `require`. */
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
