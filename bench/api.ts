import { spawn } from "node:child_process";
import { join } from "node:path";
import { OutreachClient } from "../src/client";
import type { FaultEffect, JournalEntry, SimulatedObject } from "../src/simulator";
import { promptOf } from "./prompt";
import { root } from "./root";
import { scratchFolder, untilTheEnd } from "./scratch";

const COMMAND = join(root, "dist/cli/cdktf-outreach.cjs");

export const IDENTITY = { userId: "bench-user", workspaceId: "bench-workspace" };

/**
 * The first thousand calls of the simulator's process take four times as long as later calls, and use the
 * cores that the measured programs need. A real API would have run for a long time.
 */
const WARM_UP_READS = 6000;
const WARM_UP_AT_A_TIME = 20;

/** No request has this number, so the response has counts and no journal entries. */
const NO_ENTRIES = Number.MAX_SAFE_INTEGER;

export class Api {
  private constructor(readonly url: string) {}

  static async start(): Promise<Api> {
    const child = spawn(process.execPath, [COMMAND, "simulate", "--port", "0"], {
      cwd: scratchFolder("simulator"),
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    untilTheEnd(child);
    const line = await new Promise<string>((done, fail) => {
      child.stdout.setEncoding("utf8").once("data", done);
      child.once("error", fail).once("close", () => fail(new Error("The simulator did not start.")));
    });
    return new Api(line.trim().split(" ").at(-1)!);
  }

  get settings(): Readonly<Record<string, string>> {
    return {
      OUTREACH_BASE_URL: this.url,
      OUTREACH_USER_ID: IDENTITY.userId,
      OUTREACH_WORKSPACE_ID: IDENTITY.workspaceId,
    };
  }

  /** Delays each later call by `ms`. Calls wait in parallel. */
  async setLatency(ms: number): Promise<void> {
    await this.#admin("DELETE", "/faults");
    if (ms > 0) await this.#admin("POST", "/faults", { effect: { type: "delay", ms } });
  }

  /** Limits the rate of later calls, and clears the journal. */
  async setQuota(quota: Extract<FaultEffect, { type: "quota" }>): Promise<void> {
    await this.#admin("DELETE", "/faults");
    await this.#admin("DELETE", "/journal");
    await this.#admin("POST", "/faults", { effect: quota });
  }

  async journal(): Promise<readonly JournalEntry[]> {
    const { entries } = (await this.#admin("GET", "/journal")) as { entries: JournalEntry[] };
    return entries;
  }

  async objects(): Promise<readonly SimulatedObject[]> {
    const { objects } = (await this.#admin("POST", "/objects", {})) as { objects: SimulatedObject[] };
    return objects;
  }

  async reset(): Promise<void> {
    await this.#admin("POST", "/reset", {});
  }

  /** Creates snippets that no stack manages. */
  async seedOthers(count: number): Promise<void> {
    const snippets = Array.from({ length: count }, (_, index) => ({
      name: `Unmanaged ${index}`,
      prompt: "Written in Outreach.",
    }));
    await this.#seed(snippets);
  }

  async seedWorkspace(clusters: number, snippets: number): Promise<void> {
    await this.#admin("POST", "/seed", {
      workspaceId: IDENTITY.workspaceId,
      clusters: Array.from({ length: clusters }, (_, index) => ({
        name: `Team ${index}`,
        description: `Mailboxes of team ${index}.`,
      })),
      snippets: Array.from({ length: snippets }, (_, index) => ({
        name: `Snippet ${index}`,
        prompt: promptOf(index, 1),
      })),
    });
  }

  async seed(states: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    await this.#seed(
      states.map(({ id, name, prompt, created_at: createdAt, last_updated_at: lastUpdatedAt }) => {
        return { id, name, prompt, createdAt, lastUpdatedAt };
      }),
    );
  }

  /** Deletes the snippets outside of Terraform. */
  async delete(states: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    const client = new OutreachClient({ baseUrl: this.url, ...IDENTITY });
    for (const { id } of states) await client.deleteSnippet(id as string);
    await client.close();
  }

  async #seed(snippets: readonly object[]): Promise<void> {
    await this.#admin("POST", "/seed", { workspaceId: IDENTITY.workspaceId, snippets });
  }

  /** Returns the number of calls since the last use of this method. */
  async calls(): Promise<number> {
    const { counts } = (await this.#admin("GET", `/journal?after=${NO_ENTRIES}`)) as {
      counts: Record<string, number>;
    };
    await this.#admin("DELETE", "/journal");
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  }

  /** See WARM_UP_READS. */
  async warmUp(): Promise<void> {
    const client = new OutreachClient({ baseUrl: this.url, ...IDENTITY });
    const ids: string[] = [];
    while (ids.length < WARM_UP_READS) {
      for await (const page of client.listSnippets()) ids.push(...page.map(({ id }) => id));
    }
    const inTurn = async () => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) await client.getSnippet(id);
    };
    await Promise.all(Array.from({ length: WARM_UP_AT_A_TIME }, inTurn));
    await client.close();
  }

  async #admin(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.url}/__simulator${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const answer = (await response.json()) as unknown;
    if (!response.ok) throw new Error(`The simulator refused ${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }
}
