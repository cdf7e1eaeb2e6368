import type { Construct } from "constructs";
import { emptyTextWarnings } from "../prompt";
import {
  OutreachCluster as GeneratedCluster,
  type OutreachClusterConfig,
} from "./generated/outreach-cluster";
import { checkAtSynth, errorsOfOverrides, warnOnce } from "./synth-checks";
import { argumentAtSynth } from "./text-at-synth";
import { requireConfig } from "./user-error";

/**
 * A group of outreach mailboxes that share one dedicated sending IP address. Synth warns of a name that is empty. The code
 * that CDKTF prints for `generateConfigForImport` calls this class `Cluster` and has `[null]` for what is to be left out.
 */
export class OutreachCluster extends GeneratedCluster {
  constructor(scope: Construct, id: string, config: OutreachClusterConfig) {
    super(scope, id, requireConfig(config, { scope, id, made: OutreachCluster, needs: "{ name }" }));
    checkAtSynth(this, () => warnOfName(this, this.rawOverrides));
    this.node.addValidation({ validate: () => errorsOfOverrides(this, this.rawOverrides) });
  }
}

/** At synth: a cluster's name that is empty, of which the provider would warn later. */
function warnOfName(cluster: OutreachCluster, overrides: Readonly<Record<string, unknown>>): void {
  const name = argumentAtSynth(cluster, overrides, "name", cluster.nameInput);
  for (const { summary, detail } of emptyTextWarnings(OutreachCluster.tfResourceType, name, "name", name)) {
    warnOnce(cluster, `${summary}. ${detail}`);
  }
}
