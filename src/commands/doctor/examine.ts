import { checkApi } from "./api";
import { checkApp } from "./app";
import type { Check, DoctorContext } from "./context";
import { checkEngineConfiguration } from "./engine-configuration";
import { failed, type Finding } from "./finding";
import { checkInit } from "./init";
import { checkNetwork } from "./network";
import { checkPackageVersion } from "./package-version";
import { checkPlacedProviders } from "./placed-providers";
import { checkConstructs, checkFork, checkTerminal, checkTerrain } from "./project";
import { checkEngine, checkNode } from "./runtime";

/** The checks by their names, in the order of the report. A check follows the checks that it depends on. */
const CHECKS: Readonly<Record<string, Check>> = {
  "Node.js": checkNode,
  engine: checkEngine,
  "node-pty": checkTerminal,
  CDKTF: checkFork,
  "CDK Terrain": checkTerrain,
  constructs: checkConstructs,
  app: checkApp,
  "package version": checkPackageVersion,
  stacks: ({ places }) => (places instanceof Error ? [failed(places)] : []),
  "engine settings": checkEngineConfiguration,
  "installed provider": checkPlacedProviders,
  init: checkInit,
  network: checkNetwork,
  API: checkApi,
};

type Named = Finding & { readonly check: string };

/** Runs all checks. Two checks that meet the same problem report it once. */
export async function examine(context: DoctorContext): Promise<Named[]> {
  const findings = new Map<string, Named>();
  for (const [check, run] of Object.entries(CHECKS)) {
    const found = await Promise.resolve(context)
      .then((given) => run(given, [...findings.values()]))
      .catch((failure: unknown) => [failed(failure)]);
    context.signal.throwIfAborted();
    for (const finding of found) {
      const key = `${finding.status} ${finding.text}`;
      if (!findings.has(key)) findings.set(key, { check, ...finding });
    }
  }
  return [...findings.values()];
}

/** Returns 1 if there are errors, else 2 if there are warnings, else 0. */
export function statusOf(findings: readonly Finding[]): number {
  if (findings.some(({ status }) => status === "error")) return 1;
  return findings.some(({ status }) => status === "warning") ? 2 : 0;
}
