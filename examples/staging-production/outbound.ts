import { OutreachCluster, OutreachSnippet, promptFile } from "cdktf-outreach";
import type { Construct } from "constructs";

interface Differences {
  /** If true, snippets that are not ready yet are declared, too. */
  readonly hasDrafts?: boolean;
}

/** Declares the clusters and snippets of a workspace. */
export function declareOutbound(scope: Construct, { hasDrafts = false }: Differences = {}): void {
  new OutreachCluster(scope, "europe", { name: "Sales Europe", description: "Warm mailboxes" });
  new OutreachSnippet(scope, "opener", { name: "Opener", prompt: promptFile("prompts/opener.md") });
  if (hasDrafts)
    new OutreachSnippet(scope, "reminder", { name: "Reminder", prompt: promptFile("prompts/reminder.md") });
}
