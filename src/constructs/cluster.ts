import type { Construct } from "constructs";
import { checkAtSynth } from "./check-at-synth";
import { requireConfig } from "./config-check";
import {
  OutreachCluster as GeneratedCluster,
  type OutreachClusterConfig,
} from "./generated/outreach-cluster";
import { warnOfName } from "./name-check";
import { errorsOfOverrides } from "./override-check";

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
