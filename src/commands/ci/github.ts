import { unzipSync, type UnzipFileInfo } from "fflate";
import { readJsonFile } from "../../util/files/read-file";
import { compareText } from "../../util/lists";
import { messageOf } from "../../util/message-of";
import { UsageError } from "../../util/usage-error";
import { named, needed, type PullRequest, type Reviews, type Surroundings } from "./surroundings";
import { HostError, Requests } from "./requests";

const APPROVAL = "approval.json";
/** Largest approval that is read, in bytes. About 20,000 changes fit. */
const MAX_APPROVAL = 16 * 1024 * 1024;
/**
 * Each merge that is never deployed leaves a waiting deploy, so the last successful deploy may be on a later
 * page.
 */
const MAX_PAGES_OF_DEPLOYS = 5;

type Commit = { sha: string; parents: { sha: string }[] };
type Run = { id: number; status: string; conclusion: string | null; run_started_at: string };
type Artifact = { id: number; name: string; expired: boolean };
type Pull = {
  number: number;
  head: { sha: string; ref: string; repo: { full_name: string } | null };
  base: { ref: string };
  merged_at: string | null;
  merge_commit_sha: string | null;
};
type User = { login: string };

const NAMES = ["API_URL", "SERVER_URL", "REPOSITORY", "RUN_ID", "SHA", "REF_NAME", "EVENT_PATH"] as const;

/** GitHub, or a server with GitHub's API such as Gitea and Forgejo. */
export class GitHub {
  readonly sign = "#";
  /** The commit of the run; for a pull request, the last commit of its branch. */
  readonly commit: string;
  /** Undefined in a merge queue, because GitHub names no pull request there. */
  readonly pull: number | undefined;
  readonly branch: string;
  readonly runUrl: string;
  readonly requests: Requests;
  /** The address of the repository, for Git. */
  readonly repository: string;
  /** The author of commits. */
  readonly email = "41898282+github-actions[bot]@users.noreply.github.com";
  readonly #api: string;
  readonly #run: string;

  constructor({ env, pause }: Surroundings) {
    const given = needed(env, "GITHUB_", NAMES);
    const token = env["GITHUB_TOKEN"] || env["GH_TOKEN"];
    if (!token) throw new UsageError("ci needs GITHUB_TOKEN, which a workflow sets to github.token.");
    this.requests = new Requests({ name: "GitHub", base: given.API_URL, token, pause });
    this.#api = `/repos/${given.REPOSITORY}`;
    this.#run = given.RUN_ID;
    this.repository = `${given.SERVER_URL}/${given.REPOSITORY}`;
    this.runUrl = `${this.repository}/actions/runs/${this.#run}`;
    this.branch = given.REF_NAME;
    const event: { pull_request?: Pull } = readJsonFile(given.EVENT_PATH, "is not the event of a run.");
    this.pull = event.pull_request?.number;
    this.commit = event.pull_request?.head.sha ?? given.SHA;
  }

  /** Returns the address of this run's HTML page of the review; undefined if the run made no page. */
  async pageOf(app: string | undefined): Promise<string | undefined> {
    const id = await this.#artifact(Number(this.#run), named("review-page", app));
    return id === undefined ? undefined : `${this.runUrl}/artifacts/${id}`;
  }

  async author(): Promise<string> {
    try {
      return (await this.requests.get<User>("/user")).login;
    } catch (error) {
      if (!(error instanceof HostError && error.status === 403)) throw error;
      // Only GraphQL knows the user of an app, such as Actions. GitHub Enterprise has it beside /api/v3.
      const query = { query: "{ viewer { login } }" };
      type Found = { data?: { viewer: User } | null } | undefined;
      const found = await this.requests.send<Found>("POST", "/../graphql", query);
      if (!found?.data) throw error;
      return found.data.viewer.login;
    }
  }

  thread(pull: number) {
    const [all, each] = [`${this.#api}/issues/${pull}/comments`, `${this.#api}/issues/comments`];
    return { all, each, method: "PATCH" } as const;
  }

  async headOf(pull: number): Promise<string> {
    return (await this.requests.get<Pull>(`${this.#api}/pulls/${pull}`)).head.sha;
  }

  async branchHead(): Promise<string> {
    const path = `${this.#api}/branches/${encodeURIComponent(this.branch)}`;
    return (await this.requests.get<{ commit: Commit }>(path)).commit.sha;
  }

  async lastDeploy(environment: string): Promise<string | undefined> {
    const path = `${this.#api}/deployments`;
    // The last successful deploy is usually on the first page.
    for (let page = 1; page <= MAX_PAGES_OF_DEPLOYS; page += 1) {
      const query = new URLSearchParams({ environment, per_page: "100", page: String(page) });
      const deploys = await this.requests.get<{ id: number; sha: string }[]>(`${path}?${query}`);
      if (deploys.length === 0) return undefined;
      for (const { id, sha } of deploys) {
        // A later deploy makes an earlier deploy inactive, so all statuses of a deploy are read, not only the
        // newest status.
        const states = await this.requests.list<{ state: string }>(`${path}/${id}/statuses?per_page=100`);
        if (states.some(({ state }) => state === "success")) return sha;
      }
    }
    throw new Error(`None of the newest ${MAX_PAGES_OF_DEPLOYS}00 deploys to ${environment} has succeeded.`);
  }

  async landedSince(since: string): Promise<string[]> {
    const commits = new Map<string, Commit>();
    type Compared = { total_commits: number; commits: Commit[] };
    // GitHub sends no link to the next page of a comparison.
    for (let page = 1, total = 1; commits.size < total; page += 1) {
      const path = `${this.#api}/compare/${since}...${this.commit}?per_page=100&page=${page}`;
      const compared = await this.requests.get<Compared>(path);
      total = compared.total_commits;
      const known = commits.size;
      for (const commit of compared.commits) commits.set(commit.sha, commit);
      if (commits.size === known && known < total)
        throw new Error(`GitHub lists ${known} of ${total} commits since ${since}.`);
    }
    // Only first parents are followed: the other parents of a merge are commits of its pull request.
    const landed: string[] = [];
    for (let next = commits.get(this.commit); next; next = commits.get(next.parents[0]?.sha ?? ""))
      landed.push(next.sha);
    return landed;
  }

  async mergedAs(commit: string): Promise<PullRequest | undefined> {
    const pulls = await this.requests.list<Pull>(`${this.#api}/commits/${commit}/pulls?per_page=100`);
    const merged = pulls.filter((one) => one.merged_at !== null && one.base.ref === this.branch);
    const pull = merged.find((one) => one.merge_commit_sha === commit) ?? merged[0];
    return pull && { number: pull.number, head: pull.head.sha, landed: [pull.merge_commit_sha ?? commit] };
  }

  async openPulls(more = {}, isChosen = (_: Pull) => true): Promise<PullRequest[]> {
    const query = new URLSearchParams({ state: "open", base: this.branch, per_page: "100", ...more });
    const pulls = await this.requests.list<Pull>(`${this.#api}/pulls?${query}`);
    return pulls.filter(isChosen).map(({ number, head }) => ({ number, head: head.sha, landed: [] }));
  }

  /** Opens a pull request for a branch, unless there is one. Returns its number. */
  async propose(branch: string, title: string, reason: string): Promise<number> {
    const query = { head: `${this.#api.split("/")[2]}:${branch}` };
    // A fork of the same owner may have a branch with this name, and Gitea ignores the query.
    const isOwn = ({ head }: Pull) => head.ref === branch && `/repos/${head.repo?.full_name}` === this.#api;
    const [open] = await this.openPulls(query, isOwn);
    const body = `${reason} If no review starts, approve its workflows, or close and reopen this.`.trim();
    const pull = { head: branch, base: this.branch, title, body };
    return open?.number ?? (await this.requests.send<Pull>("POST", `${this.#api}/pulls`, pull)).number;
  }

  /** Finds the newest successful review: of the merge queue, or else of the pull request's last commit. */
  async reviewsOf({ number, head, landed }: PullRequest, app: string | undefined): Promise<Reviews> {
    let isPending = false;
    // Several pull requests may have the same last commit, so the artifact's name decides.
    const kinds = [
      ...landed.map((sha) => ["merge_group", sha, named("approval", app)] as const),
      ["pull_request", head, named("approval", app, number)] as const,
    ];
    for (const [event, sha, name] of kinds) {
      const runs = await this.requests.list(
        `${this.#api}/actions/workflows/review.yml/runs?event=${event}&head_sha=${sha}&per_page=100`,
        (page: { workflow_runs: Run[] }) => page.workflow_runs,
      );
      isPending ||= runs.some(({ status }) => status !== "completed");
      const ended = runs.filter((one) => one.status === "completed" && one.conclusion === "success");
      for (const { id: run } of ended.sort((a, b) => compareText(b.run_started_at, a.run_started_at))) {
        const artifact = await this.#artifact(run, name);
        if (artifact !== undefined) return { isPending, run, approval: await this.#approvalIn(artifact) };
      }
    }
    return { isPending };
  }

  reviewAgain(_pull: number, run: number): Promise<unknown> {
    return this.requests.send("POST", `${this.#api}/actions/runs/${run}/rerun`);
  }

  async #approvalIn(artifact: number): Promise<string | undefined> {
    const zip = await this.requests.download(`${this.#api}/actions/artifacts/${artifact}/zip`);
    const isRead = (one: UnzipFileInfo) => one.name === APPROVAL && one.originalSize <= MAX_APPROVAL;
    try {
      const { [APPROVAL]: file } = unzipSync(zip, { filter: isRead });
      return file && Buffer.from(file).toString();
    } catch (cause) {
      throw new Error(`The artifact ${artifact} of GitHub cannot be read: ${messageOf(cause)}.`, { cause });
    }
  }

  async #artifact(run: number, name: string): Promise<number | undefined> {
    const path = `${this.#api}/actions/runs/${run}/artifacts?name=${encodeURIComponent(name)}&per_page=100`;
    const found = await this.requests.list(path, (page: { artifacts: Artifact[] }) => page.artifacts);
    const usable = found.filter((one) => one.name === name && !one.expired).map(({ id }) => id);
    return usable.length === 0 ? undefined : Math.max(...usable);
  }
}
