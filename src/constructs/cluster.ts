import type { Construct } from "constructs";
import { emptyTextWarnings } from "../prompts";
import {
  OutreachCluster as GeneratedCluster,
  type OutreachClusterConfig,
} from "./generated/outreach-cluster";
import { checkAtSynth, overridesOf, warnOnce } from "./synth-checks";
import { textAtSynth } from "./text-at-synth";
import { requireConfig } from "./user-error";

/**
 * A group of outreach mailboxes that share one dedicated sending IP address. Synth warns of an empty name.
 * The code that CDKTF prints for `generateConfigForImport` has to be edited: it names this class `Cluster`,
 * and sets optional arguments to `[null]`.
 */
export class OutreachCluster extends GeneratedCluster {
  constructor(scope: Construct, id: string, config: OutreachClusterConfig) {
    super(scope, id, requireConfig(config, { scope, id, made: OutreachCluster, needs: "{ name }" }));
    checkAtSynth(this, () => warnOfName(this));
  }
}

/** Warns of an empty name, as the provider does later. */
function warnOfName(cluster: OutreachCluster): void {
  const name = "name" in overridesOf(cluster) ? null : textAtSynth(cluster, cluster.nameInput);
  const object = { type: OutreachCluster.tfResourceType, name };
  for (const { summary, detail } of emptyTextWarnings(object, "name", name)) {
    warnOnce(cluster, `${summary}. ${detail}`);
  }
}
