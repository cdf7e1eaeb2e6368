import { version } from "cdktf/package.json";
import type { IConstruct } from "constructs";

/** CDKTF ended with 0.21. Later numbers are those of CDK Terrain, its fork. The apps of `Testing` tell none. */
const TERRAIN = /^(0\.(2[2-9]|[3-9]\d)|[1-9]\d*)\./;

/** An app of CDK Terrain calls at synth what constructs of CDKTF do not have: a TypeError that tells nobody what to do. */
export function refuseOtherFork(construct: IConstruct): void {
  const app: unknown = construct.node.tryGetContext("cdktfVersion");
  if (typeof app !== "string" || !TERRAIN.test(app) || TERRAIN.test(version)) return;
  throw new Error(
    `The app is made with cdktn ${app}, and cdktf-outreach with cdktf ${version}, so synth would fail. ` +
      `Install cdktn under the name of cdktf, too: npm install cdktf@npm:cdktn@${app}`,
  );
}
