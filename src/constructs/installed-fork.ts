// The package index loads this module first. Both forks are optional peers: if only the other one is
// installed, Node's "Cannot find module" would not say what to import instead.
import { FORK } from "./fork-name";

/** The module to import from where only the other fork is installed. */
const OTHERS = {
  cdktf: { fork: "cdktn", module: "cdktf-outreach/cdktn" },
  cdktn: { fork: "cdktf", module: "cdktf-outreach" },
} as const;

if (!isInstalled(FORK)) {
  const { fork, module } = OTHERS[FORK];
  throw new Error(
    isInstalled(fork)
      ? `${FORK} is not installed, but ${fork} is: import from "${module}".`
      : `${FORK} is not installed: npm install ${FORK} constructs`,
  );
}

/** Reports whether a fork is installed. Always true in a bundled ES module, which has no `require`. */
function isInstalled(fork: "cdktf" | "cdktn"): boolean {
  if (typeof require === "undefined") return true;
  try {
    return (
      (fork === "cdktf" ? require.resolve("cdktf/package.json") : require.resolve("cdktn/package.json")) !==
      ""
    );
  } catch {
    return false;
  }
}
