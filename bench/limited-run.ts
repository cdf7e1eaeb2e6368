import { promptVariables } from "../src/prompt";
import { startSimulator, type SimulatedObject, type Simulator } from "../src/simulator";
import { plainEnvironment } from "./measure";
import { createAll, planUnchanged } from "./plugin-calls";
import { withPlugin } from "./plugin-process";
import { scratchFolder } from "./scratch";
import type { StoredInstance } from "./stack";

const IDENTITY = { userId: "bench-user", workspaceId: "bench-workspace" };

/** A server that allows a number of calls in each second, and how it refuses the others. */
export interface Variant {
  readonly perSecond: number;
  readonly method: "fixed-window" | "sliding-window" | "token-bucket";
  readonly status: number;
  readonly retryAfter: boolean;
}

interface Phase {
  /** The time from the first request to the last response, divided by the time that the quota allows. */
  readonly ratio: number;
  /** The share of the calls after the first second that the server refused. */
  readonly refused: number;
}

/** An apply that creates all objects, and then a plan that finds no changes. */
export interface Measured {
  readonly apply: Phase;
  readonly plan: Phase;
}

/** Applies and plans through a provider process, without Terraform, against a simulator with a quota. */
export class LimitedRun {
  readonly #command: readonly [string, ...string[]];
  readonly #count: number;

  constructor(command: readonly [string, ...string[]], count: number) {
    this.#command = command;
    this.#count = count;
  }

  async measure(variant: Variant): Promise<Measured> {
    const simulator = await startSimulator();
    try {
      const { perSecond: calls, ...rest } = variant;
      const effect = { type: "quota", calls, perMs: 1000, ...rest } as const;
      const limited = async (needed: number, use: (env: NodeJS.ProcessEnv) => Promise<unknown>) => {
        simulator.clearFaults();
        simulator.clearJournal();
        simulator.addFault({ effect });
        await use(this.#environment(simulator));
        return phaseOf(simulator, (1000 * needed) / calls);
      };
      const count = this.#count;
      const apply = await limited(2 * count, (env) =>
        withPlugin(this.#command, env, (plugin) => createAll(plugin, count)),
      );
      const objects = simulator.objects();
      if (objects.length !== count) {
        throw new Error(`${JSON.stringify(variant)}: ${objects.length} objects exist instead of ${count}.`);
      }
      const plan = await limited(count, (env) =>
        withPlugin(this.#command, env, (plugin) => planUnchanged(plugin, objects.map(instanceOf))),
      );
      return { apply, plan };
    } finally {
      await simulator.close();
    }
  }

  #environment({ url }: Simulator): NodeJS.ProcessEnv {
    return {
      ...plainEnvironment(),
      TMPDIR: scratchFolder("limited"),
      OUTREACH_BASE_URL: url,
      OUTREACH_USER_ID: IDENTITY.userId,
      OUTREACH_WORKSPACE_ID: IDENTITY.workspaceId,
      OUTREACH_DECLARED_SNIPPETS: String(this.#count),
    };
  }
}

function phaseOf(simulator: Simulator, allowedMs: number): Phase {
  const calls = simulator.journal().map(({ at, durationMs, status }) => {
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
