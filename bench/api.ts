import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./root";
import { scratchFolder, untilTheEnd } from "./scratch";

const COMMAND = join(root, "dist/cli/cdktf-outreach.cjs");

const WORKSPACE_ID = "bench-workspace";

/** Far behind every request: only the counts come back then, not the journal. */
const NO_ENTRIES = Number.MAX_SAFE_INTEGER;

/** The simulator as the package ships it, in a process of its own. */
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

  /** The provider's settings for it, as environment variables. */
  get settings(): Readonly<Record<string, string>> {
    return {
      OUTREACH_BASE_URL: this.url,
      OUTREACH_USER_ID: "bench-user",
      OUTREACH_WORKSPACE_ID: WORKSPACE_ID,
    };
  }

  /** From now on every call waits so long before it is carried out; calls wait at the same time. */
  async setLatency(ms: number): Promise<void> {
    await this.#admin("DELETE", "/faults");
    if (ms > 0) await this.#admin("POST", "/faults", { effect: { type: "delay", ms } });
  }

  /** Forgets all objects, counts and the latency. */
  async reset(): Promise<void> {
    await this.#admin("POST", "/reset", {});
  }

  /** Snippets in the workspace that no stack knows. */
  async seedOthers(count: number): Promise<void> {
    const snippets = Array.from({ length: count }, (_, index) => ({
      name: `Foreign ${index}`,
      prompt: "Somebody else wrote this.",
    }));
    await this.#seed(snippets);
  }

  /** Snippets as they are in a state. */
  async seed(states: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    await this.#seed(
      states.map(({ id, name, prompt, created_at: createdAt, last_updated_at: lastUpdatedAt }) => {
        return { id, name, prompt, createdAt, lastUpdatedAt };
      }),
    );
  }

  async #seed(snippets: readonly object[]): Promise<void> {
    await this.#admin("POST", "/seed", { workspaceId: WORKSPACE_ID, snippets });
  }

  /** Calls since the last time this was asked. */
  async calls(): Promise<number> {
    const { counts } = (await this.#admin("GET", `/journal?after=${NO_ENTRIES}`)) as {
      counts: Record<string, number>;
    };
    await this.#admin("DELETE", "/journal");
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
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
