import { name, version } from "cdktf/package.json";
import type { IConstruct } from "constructs";
import { MODULES } from "./installed-fork";

/** Matches the versions of CDK Terrain (`cdktn`), a fork of CDKTF. CDKTF ended with 0.21. */
const TERRAIN = /^(0\.(2[2-9]|[3-9]\d)|[1-9]\d*)\./;

/**
 * Throws if the construct is made for CDKTF and its app for CDK Terrain, or the reverse. Synth would fail
 * with a TypeError; this error names the module to import. Apps of `Testing` have no version and pass.
 */
export function refuseOtherFork(construct: IConstruct): void {
  const app: unknown = construct.node.tryGetContext("cdktfVersion");
  if (typeof app !== "string" || !/^\d+\.\d+\./.test(app) || app === "0.0.0") return;
  const fork = TERRAIN.test(app) ? "cdktn" : "cdktf";
  if (fork === (TERRAIN.test(version) ? "cdktn" : "cdktf")) return;
  throw new Error(
    `${construct.node.path}: the app is made with ${fork} ${app}, and this ${construct.constructor.name} with ` +
      `${name} ${version}. Import it from "${MODULES[fork]}".`,
  );
}
