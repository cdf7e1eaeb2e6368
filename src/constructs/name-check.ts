import type { IAspect } from "cdktf";
import { emptyTextWarnings } from "../prompt";
import { OutreachCluster } from "./generated/outreach-cluster";
import { textAtSynth } from "./text-at-synth";
import { warnOnce } from "./warn-once";

/** Warns at synth of a cluster's name that is empty, as the provider does later. */
export class NameCheck implements IAspect {
  readonly #cluster: OutreachCluster;
  readonly #overrides: Readonly<Record<string, unknown>>;

  constructor(cluster: OutreachCluster, overrides: Readonly<Record<string, unknown>>) {
    this.#cluster = cluster;
    this.#overrides = overrides;
  }

  visit(): void {
    if ("name" in this.#overrides) return;
    const name = textAtSynth(this.#cluster, this.#cluster.nameInput);
    for (const { summary, detail } of emptyTextWarnings(OutreachCluster.tfResourceType, name, "name", name)) {
      warnOnce(this.#cluster, `${summary}. ${detail}`);
    }
  }
}
