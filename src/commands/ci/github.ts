import { readTextFile } from "../../util/files/read-file";
import { parseJson } from "../../util/json";
import { UsageError } from "../../util/usage-error";
import { type Comment, type Host, named, needed, type PullRequest, type Surroundings } from "./host";
import { HostError, Requests } from "./requests";

/** What this file reads of the event, and of a pull request. */
interface Pull {
  readonly number: number;
  readonly head: { readonly sha: string };
}

/** Only GitHub's own token has no user, and writes as this one. */
const ACTIONS = "github-actions[bot]";

/** GitHub, or a server with its API such as Gitea and Forgejo, seen from a job of Actions. */
export class GitHub implements Host {
  readonly commit: string;
  readonly pull: PullRequest | undefined;
  readonly #requests: Requests;
  readonly #repository: string;
  readonly #runUrl: string;
  readonly #run: string;

  constructor({ env, pause }: Surroundings) {
    const names = ["GITHUB_API_URL", "GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID"] as const;
    const given = needed(env, [...names, "GITHUB_SHA", "GITHUB_EVENT_NAME", "GITHUB_EVENT_PATH"]);
    const token = env["GITHUB_TOKEN"] || env["GH_TOKEN"];
    if (!token) throw new UsageError("ci needs GITHUB_TOKEN, which a workflow sets to github.token.");
    this.#requests = new Requests({
      name: "GitHub",
      base: given.GITHUB_API_URL,
      headers: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" },
      token,
      pause,
    });
    this.#run = given.GITHUB_RUN_ID;
    this.#repository = `/repos/${given.GITHUB_REPOSITORY}`;
    this.#runUrl = `${given.GITHUB_SERVER_URL}/${given.GITHUB_REPOSITORY}/actions/runs/${given.GITHUB_RUN_ID}`;
    const event = parseJson(readTextFile("event", given.GITHUB_EVENT_PATH))?.value as { pull_request?: Pull };
    const pull = event.pull_request;
    this.pull = pull && { number: pull.number, head: pull.head.sha };
    this.commit = this.pull?.head ?? given.GITHUB_SHA;
  }

  async pageOf(name: string | undefined): Promise<string | undefined> {
    const artifact = named("review-page", name);
    const path = `${this.#repository}/actions/runs/${this.#run}/artifacts?name=${encodeURIComponent(artifact)}`;
    const { artifacts } = await this.#requests.get<{ artifacts: readonly { id: number }[] }>(path);
    const newest = Math.max(...artifacts.map(({ id }) => id));
    return artifacts.length === 0 ? undefined : `${this.#runUrl}/artifacts/${newest}`;
  }

  async author(): Promise<string> {
    try {
      return (await this.#requests.get<{ login: string }>("/user")).login;
    } catch (error) {
      if (error instanceof HostError && error.status === 403) return ACTIONS;
      throw error;
    }
  }

  async comments(pull: number): Promise<Comment[]> {
    type Found = { id: number; body?: string; user: { login: string } | null };
    const found = await this.#requests.list<Found>(
      `${this.#repository}/issues/${pull}/comments?per_page=100`,
    );
    return found.map(({ id, body = "", user }) => ({ id, body, author: user?.login ?? "" }));
  }

  write(pull: number, id: number | undefined, body: string): Promise<void> {
    const issues = `${this.#repository}/issues`;
    return id === undefined
      ? this.#requests.send("POST", `${issues}/${pull}/comments`, { body })
      : this.#requests.send("PATCH", `${issues}/comments/${id}`, { body });
  }

  remove(_pull: number, id: number): Promise<void> {
    return this.#requests.send("DELETE", `${this.#repository}/issues/comments/${id}`);
  }

  async headOf(pull: number): Promise<string> {
    return (await this.#requests.get<Pull>(`${this.#repository}/pulls/${pull}`)).head.sha;
  }
}
