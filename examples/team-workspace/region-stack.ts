import { TerraformIterator, TerraformOutput, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import {
  DataOutreachSnippets,
  OutreachCluster,
  OutreachProvider,
  OutreachSnippet,
  promptFile,
  variable,
} from "cdktf-outreach";

export interface RegionOptions {
  /** Every prompt of the region ends with this language. */
  readonly language: string;
  /** Purpose of each cluster, by the cluster's name. */
  readonly clusters: Readonly<Record<string, string>>;
  /** Path of each prompt, by the snippet's name. */
  readonly prompts: Readonly<Record<string, string>>;
}

export class RegionStack extends TerraformStack {
  constructor(scope: Construct, region: string, { language, clusters, prompts }: RegionOptions) {
    super(scope, region);

    // OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID give address and credentials. The API
    // does not document its limit, so this stack makes at most two requests per second.
    new OutreachProvider(this, "outreach", { requestsPerSecond: 2 });

    const ids = Object.entries(clusters).map(([name, description]) => {
      const cluster = new OutreachCluster(this, `cluster-${name}`, {
        name: `${region} ${name}`,
        description,
      });
      return [name, cluster.id] as const;
    });

    const signature = `\nWrite in ${language}. Sign as ${variable("sender_name")}.\n`;
    const snippets = Object.entries(prompts).map(
      ([name, path]) =>
        new OutreachSnippet(this, `snippet-${name}`, {
          name: `${region} ${name}`,
          prompt: promptFile(path) + signature,
        }),
    );

    // The list contains the snippets of the whole workspace. Without the condition, each deploy of another
    // region would change this output.
    const all = new DataOutreachSnippets(this, "all", { dependsOn: snippets });
    const own = `val.name if startswith(val.name, "${region} ")`;
    const names = TerraformIterator.fromList(all.snippets).forExpressionForList(own);

    new TerraformOutput(this, "cluster-ids", { value: Object.fromEntries(ids) });
    new TerraformOutput(this, "snippets", { value: names });
  }
}
