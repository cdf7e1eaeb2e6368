import { UsageError } from "../../util/usage-error";
import { named, needed, type PullRequest, type Reviews, type Surroundings } from "./surroundings";
import { ifFound, Requests } from "./requests";

type Pipeline = { id: number; sha: string; status: string };
type Job = { id: number; name: string; status: string };
type MergeRequest = {
  iid: number;
  sha: string;
  state: string;
  target_branch: string;
  source_project_id: number | null;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
};

const NAMES = ["API_V4_URL", "PROJECT_ID", "PROJECT_URL", "COMMIT_SHA", "PIPELINE_ID"] as const;
const ENDED = ["success", "failed", "canceled", "skipped", "manual", "scheduled"];

export class GitLab {
  readonly sign = "!";
  readonly commit: string;
  readonly pull: number | undefined;
  readonly branch: string;
  readonly runUrl: string;
  readonly requests: Requests;
  readonly repository: string;
  readonly email = "cdktf-outreach@noreply.invalid";
  readonly #api: string;
  readonly #pipeline: number;
  readonly #project: string;

  constructor({ env, pause }: Surroundings) {
    const given = needed(env, "CI_", NAMES);
    const { NOTE_TOKEN: token, CI_MERGE_REQUEST_IID: iid } = env;
    if (!token) throw new UsageError("ci needs NOTE_TOKEN, a project access token with the scope api.");
    this.requests = new Requests({ name: "GitLab", base: given.API_V4_URL, token, pause });
    this.#api = `/projects/${given.PROJECT_ID}`;
    this.#pipeline = Number(given.PIPELINE_ID);
    this.#project = given.PROJECT_URL;
    this.repository = `${this.#project}.git`;
    this.runUrl = `${this.#project}/-/pipelines/${this.#pipeline}`;
    this.branch = needed(env, "CI_", ["COMMIT_REF_NAME"]).COMMIT_REF_NAME;
    // GitLab sets CI_MERGE_REQUEST_SOURCE_BRANCH_SHA if the pipeline runs at the merged result, or in a merge
    // train.
    this.commit = env["CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"] || given.COMMIT_SHA;
    this.pull = iid ? Number(iid) : undefined;
  }

  async pageOf(app: string | undefined, html: string | undefined): Promise<string | undefined> {
    const job = html && (await this.#reviewIn(this.#pipeline, app));
    return job && `${this.#project}/-/jobs/${job.id}/artifacts/file/${encodeURI(html)}`;
  }

  async author(): Promise<string> {
    return (await this.requests.get<{ username: string }>("/user")).username;
  }

  thread(pull: number) {
    const all = `${this.#api}/merge_requests/${pull}/notes`;
    return { all, each: all, method: "PUT" } as const;
  }

  async headOf(pull: number): Promise<string> {
    return (await this.requests.get<MergeRequest>(`${this.#api}/merge_requests/${pull}`)).sha;
  }

  async branchHead(): Promise<string> {
    const path = `${this.#api}/repository/branches/${encodeURIComponent(this.branch)}`;
    return (await this.requests.get<{ commit: { id: string } }>(path)).commit.id;
  }

  async lastDeploy(environment: string): Promise<string | undefined> {
    const newest = { order_by: "id", sort: "desc", per_page: "1" };
    const query = new URLSearchParams({ environment, status: "success", ...newest });
    return (await this.requests.get<{ sha: string }[]>(`${this.#api}/deployments?${query}`))[0]?.sha;
  }

  async landedSince(since: string): Promise<string[]> {
    const range = { ref_name: `${since}..${this.commit}`, first_parent: "true" };
    const query = new URLSearchParams({ ...range, per_page: "100" });
    const commits = await this.requests.list<{ id: string }>(`${this.#api}/repository/commits?${query}`);
    return commits.map(({ id }) => id);
  }

  async mergedAs(commit: string): Promise<PullRequest | undefined> {
    const path = `${this.#api}/repository/commits/${commit}/merge_requests?per_page=100`;
    const all = await this.requests.list<MergeRequest>(path);
    const merged = all.find((one) => one.state === "merged" && one.target_branch === this.branch);
    const landed = [commit, merged?.merge_commit_sha ?? null, merged?.squash_commit_sha ?? null];
    return merged && { number: merged.iid, head: merged.sha, landed };
  }

  async openPulls(more = {}, isChosen = (_: MergeRequest) => true): Promise<PullRequest[]> {
    const target = { state: "opened", target_branch: this.branch };
    const query = new URLSearchParams({ ...target, per_page: "100", ...more });
    const open = await this.requests.list<MergeRequest>(`${this.#api}/merge_requests?${query}`);
    return open.filter(isChosen).map(({ iid, sha }) => ({ number: iid, head: sha, landed: [] }));
  }

  async propose(branch: string, title: string, description: string): Promise<number> {
    // The branch of a fork may have this name.
    const isOwn = (one: MergeRequest) => `/projects/${one.source_project_id}` === this.#api;
    const [open] = await this.openPulls({ source_branch: branch }, isOwn);
    const request = { source_branch: branch, target_branch: this.branch, title, description };
    const path = `${this.#api}/merge_requests`;
    return open?.number ?? (await this.requests.send<MergeRequest>("POST", path, request)).iid;
  }

  async reviewsOf(pull: PullRequest, app: string | undefined): Promise<Reviews> {
    const path = `${this.#api}/merge_requests/${pull.number}/pipelines?per_page=100`;
    const pipelines = await this.requests.list<Pipeline>(path);
    let isPending = false;
    for (const { id, sha, status } of pipelines.sort((a, b) => b.id - a.id)) {
      const hasEnded = ENDED.includes(status);
      if ((hasEnded && status !== "success") || !(await this.#isOf(pull, sha))) continue;
      isPending ||= !hasEnded;
      const job = hasEnded ? await this.#reviewIn(id, app) : undefined;
      if (job?.status !== "success") continue;
      const path = `${this.#api}/jobs/${job.id}/artifacts/approval.json`;
      // Expired artifacts are not found.
      const approval = await ifFound(this.requests.download(path));
      return { isPending, run: id, approval: approval?.toString() };
    }
    return { isPending };
  }

  reviewAgain(pull: number, _run: number): Promise<unknown> {
    return this.requests.send("POST", `${this.#api}/merge_requests/${pull}/pipelines`);
  }

  /**
   * A pipeline of a merged result or merge train runs at a commit that merges the branch's last commit into
   * the target.
   */
  async #isOf({ head, landed }: PullRequest, sha: string): Promise<boolean> {
    const own = [head, ...landed];
    if (own.includes(sha)) return true;
    const path = `${this.#api}/repository/commits/${sha}`;
    // GitLab removes the merge commit of a pipeline some time after the merge.
    const commit = await ifFound(this.requests.get<{ parent_ids: string[] }>(path));
    return commit?.parent_ids.slice(1).some((parent) => own.includes(parent)) === true;
  }

  /** This project does not contain pipelines of a fork's branch. */
  async #reviewIn(pipeline: number, app: string | undefined): Promise<Job | undefined> {
    const path = `${this.#api}/pipelines/${pipeline}/jobs?per_page=100`;
    const jobs = (await ifFound(this.requests.list<Job>(path))) ?? [];
    return jobs.filter(({ name }) => name === named("review", app)).sort((a, b) => b.id - a.id)[0];
  }
}
