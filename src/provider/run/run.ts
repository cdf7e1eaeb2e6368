import type { OutreachClient } from "../../client";
import { ProviderSettings } from "../settings/provider-settings";
import type { KnownSettings, Settings } from "../settings/settings";
import { Memory } from "./memory";
import type { ObjectKind } from "./object-kind";
import { Phase } from "./phase";
import { Turns } from "./turns";
import { Verdict } from "./verdict";

/** One plan or apply process: what the provider's hooks share. */
export class Run {
  readonly settings: ProviderSettings;
  readonly verdict = new Verdict();
  readonly phase: Phase;
  readonly turns = new Turns();
  /** Number of running prefetches. One limit for all kinds leaves capacity for Terraform's own calls. */
  readonly underWay = { reads: 0 };
  readonly #connect: (settings: KnownSettings) => OutreachClient;
  readonly #memories = new Map<string, Memory>();
  #client: OutreachClient | undefined;

  /** `stopped` is aborted when Terraform, or Ctrl-C, asks the provider to stop. */
  constructor(
    settings: Settings,
    connect: (settings: KnownSettings) => OutreachClient,
    stopped: AbortSignal,
  ) {
    this.settings = new ProviderSettings(settings);
    this.#connect = connect;
    this.phase = new Phase(stopped, () => {
      for (const memory of this.#memories.values()) memory.stopReadingAhead();
    });
  }

  /** The client, made on first use. Throws a DiagnosticError where a setting is unknown. */
  get client(): OutreachClient {
    this.#client ??= this.#connect(this.settings.known);
    return this.#client;
  }

  /** Returns what this run remembers of the objects of a kind. */
  memory(kind: ObjectKind): Memory {
    let memory = this.#memories.get(kind.type);
    if (memory === undefined) this.#memories.set(kind.type, (memory = new Memory(kind, this)));
    return memory;
  }

  async close(): Promise<void> {
    this.phase.close();
    await this.#client?.close();
  }
}
