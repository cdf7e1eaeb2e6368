import { promptVariables } from "../src/prompts";
import type { JournalEntry, SimulatedObject } from "../src/simulator";
import { Api, IDENTITY } from "./api";
import { plainEnvironment } from "./measure";
import { createAll, planUnchanged } from "./plugin-calls";
import { type PluginProcess, withPlugin } from "./plugin-process";
import { scratchFolder } from "./scratch";
import type { StoredInstance } from "./stack";

export interface Variant {
  readonly perSecond: number;
  readonly method: "fixed-window" | "sliding-window" | "token-bucket";
  readonly status: number;
  readonly retryAfter: boolean;
}

interface Phase {
  /** The time from the first request to the last response, divided by the time that the quota allows. */
  readonly ratio: number;
  /** Share of refused calls after the first second. */
  readonly refused: number;
}

export interface Measured {
  readonly apply: Phase;
  readonly plan: Phase;
}

/** Runs a provider process without Terraform, against a simulator with a quota. */
export class LimitedRuns {
  readonly #command: readonly [string, ...string[]];
  /**
   * Simulators that no run uses. Each simulator is a process, so that one run does not delay the calls of
   * another.
   */
  readonly #free: Api[] = [];

  constructor(command: readonly [string, ...string[]]) {
    this.#command = command;
  }

  async measure(variant: Variant, count: number): Promise<Measured> {
    const api = this.#free.pop() ?? (await Api.start());
    await api.reset();
    const { perSecond: calls, ...rest } = variant;
    const limited = async (needed: number, use: (plugin: PluginProcess) => Promise<unknown>) => {
      await api.setQuota({ type: "quota", calls, perMs: 1000, ...rest });
      await withPlugin(this.#command, environment(api, count), use);
      return phaseOf(await api.journal(), (1000 * needed) / calls);
    };
    const apply = await limited(2 * count, (plugin) => createAll(plugin, count));
    const objects = await api.objects();
    if (objects.length !== count) {
      throw new Error(`${JSON.stringify(variant)}: ${objects.length} objects exist instead of ${count}.`);
    }
    const plan = await limited(count, (plugin) => planUnchanged(plugin, objects.map(instanceOf)));
    this.#free.push(api);
    return { apply, plan };
  }
}

function environment({ settings }: Api, count: number): NodeJS.ProcessEnv {
  const folder = scratchFolder("limited");
  return { ...plainEnvironment(), ...settings, TMPDIR: folder, OUTREACH_DECLARED_SNIPPETS: String(count) };
}

function phaseOf(journal: readonly JournalEntry[], allowedMs: number): Phase {
  const calls = journal.map(({ at, durationMs, status }) => {
    const begunAt = Date.parse(at);
    return { begunAt, endedAt: begunAt + (durationMs ?? 0), isRefused: status === 429 || status === 503 };
  });
  const begunAt = Math.min(...calls.map((call) => call.begunAt));
  const later = calls.filter((call) => call.begunAt > begunAt + 1000);
  return {
    ratio: (Math.max(...calls.map((call) => call.endedAt)) - begunAt) / allowedMs,
    refused: later.filter(({ isRefused }) => isRefused).length / Math.max(1, later.length),
  };
}

function instanceOf(object: SimulatedObject): StoredInstance {
  const { id, name, createdAt, lastUpdatedAt, prompt = "" } = object as SimulatedObject & { prompt?: string };
  return {
    attributes: {
      id,
      name,
      prompt,
      variables: promptVariables(prompt),
      workspace_id: IDENTITY.workspaceId,
      adopted: null,
      created_at: createdAt,
      last_updated_at: lastUpdatedAt,
    },
  };
}
