import { emptyTextWarnings } from "../prompt";
import { OutreachCluster } from "./generated/outreach-cluster";
import { argumentAtSynth } from "./text-at-synth";
import { warnOnce } from "./warn-once";

/** At synth: a cluster's name that is empty, of which the provider would warn later. */
export function warnOfName(cluster: OutreachCluster, overrides: Readonly<Record<string, unknown>>): void {
  const name = argumentAtSynth(cluster, overrides, "name", cluster.nameInput);
  for (const { summary, detail } of emptyTextWarnings(OutreachCluster.tfResourceType, name, "name", name)) {
    warnOnce(cluster, `${summary}. ${detail}`);
  }
}
