import { OutreachCluster, OutreachSnippet, promptFile } from "cdktf-outreach";
import type { Construct } from "constructs";

/** Declares the clusters and snippets of a workspace. */
export function declareOutbound(scope: Construct): void {
  new OutreachCluster(scope, "europe", { name: "Sales Europe", description: "Warm mailboxes" });
  new OutreachSnippet(scope, "opener", { name: "Opener", prompt: promptFile("prompts/opener.md") });
}
