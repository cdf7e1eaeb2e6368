import { type Answer, type Asked, TestServer } from "./test-server";

export const NOTE_TOKEN = "glpat-5d1cToken0fTheProject";

interface Note {
  id: number;
  body: string;
  author: { username: string };
}

export interface MergeRequest {
  iid: number;
  sha: string;
  state: "opened" | "merged" | "closed";
  target_branch: string;
  source_branch?: string;
  source_project_id?: number;
  merge_commit_sha?: string | null;
  squash_commit_sha?: string | null;
}

/** GitLab's API of the project 7, with the answers that its documentation describes. */
export class GitLabHost extends TestServer {
  readonly notes: Note[] = [];
  readonly requests: MergeRequest[] = [{ iid: 12, sha: "c0ffee", state: "opened", target_branch: "main" }];
  /** The newest first. */
  readonly pipelines: { id: number; sha: string; status: string; request: number }[] = [];
  /** The commits that landed on main, the newest first, and the parents of all that GitLab still has. */
  readonly landed: string[] = [];
  readonly parents = new Map<string, string[]>();
  readonly requestsOf = new Map<string, MergeRequest[]>();
  readonly deployments: { id: number; sha: string; status: string; environment: string }[] = [];
  readonly jobs: { id: number; name: string; status: string; pipeline: number; approval?: string }[] = [];
  #ids = 1000;

  constructor() {
    super();
    const api = "/projects/7";
    this.on("GET /user", () => ({ value: { username: "project_7_bot" } }))
      .on(`GET ${api}/merge_requests/:iid/notes`, (asked) => this.page(asked, this.notes))
      .on(`POST ${api}/merge_requests/:iid/notes`, ({ body }) => {
        this.note(String(body["body"]), "project_7_bot");
        return { status: 201 };
      })
      .on(`PUT ${api}/merge_requests/:iid/notes/:id`, ({ body }, _, id) => {
        this.notes.find((one) => one.id === Number(id))!.body = String(body["body"]);
        return {};
      })
      .on(`DELETE ${api}/merge_requests/:iid/notes/:id`, (_asked, _iid, id) => {
        const at = this.notes.findIndex((one) => one.id === Number(id));
        return at !== -1 && this.notes.splice(at, 1) ? { status: 204 } : undefined;
      })
      .on(`GET ${api}/merge_requests/:iid`, (_, iid) => {
        const value = this.requests.find((one) => one.iid === Number(iid));
        return value && { value };
      })
      .on(`GET ${api}/pipelines/:id/jobs`, (asked, id) =>
        this.page(
          asked,
          this.jobs.filter(({ pipeline }) => pipeline === Number(id)),
        ),
      );
    this.#ofDeploys(api);
  }

  #ofDeploys(api: string): void {
    this.on(`GET ${api}/repository/branches/main`, () => ({
      value: { commit: { id: this.landed[0] ?? "root" } },
    }))
      .on(`GET ${api}/deployments`, (asked) => {
        const { environment, status, ...order } = Object.fromEntries(asked.query);
        expect(order).toEqual({ order_by: "id", sort: "desc", per_page: "1" });
        const all = this.deployments.filter(
          (one) => one.environment === environment && one.status === status,
        );
        return this.page(
          asked,
          all.sort((a, b) => b.id - a.id),
        );
      })
      .on(`GET ${api}/repository/commits`, (asked) => {
        expect(asked.query.get("first_parent")).toBe("true");
        const [since, until] = asked.query.get("ref_name")!.split("..");
        const all = [...this.landed, "root"];
        const range = all.slice(all.indexOf(until!), all.indexOf(since!));
        return this.page(
          asked,
          range.map((id) => ({ id })),
        );
      })
      .on(`GET ${api}/repository/commits/:sha/merge_requests`, (asked, sha) =>
        this.page(asked, this.requestsOf.get(sha!) ?? []),
      )
      .on(`GET ${api}/repository/commits/:sha`, (_, sha) => {
        const parents = this.parents.get(sha!);
        return parents && { value: { id: sha, parent_ids: parents } };
      })
      .on(`GET ${api}/merge_requests/:iid/pipelines`, (asked, iid) =>
        this.page(
          asked,
          this.pipelines.filter(({ request }) => request === Number(iid)),
        ),
      )
      .on(`GET ${api}/merge_requests`, (asked) => {
        const { state, target_branch: target, source_branch: source } = Object.fromEntries(asked.query);
        const isAsked = (one: MergeRequest) => source === undefined || one.source_branch === source;
        return this.page(
          asked,
          this.requests.filter((one) => one.state === state && one.target_branch === target && isAsked(one)),
        );
      })
      .on(`POST ${api}/merge_requests`, ({ body: { source_branch, target_branch } }) => {
        const branches = { source_branch: String(source_branch), target_branch: String(target_branch) };
        const created = { sha: "5eed", state: "opened" as const, source_project_id: 7 };
        const value = { iid: this.requests.length + 12, ...created, ...branches };
        this.requests.push(value);
        return { status: 201, value };
      })
      .on(`GET ${api}/jobs/:id/artifacts/approval.json`, (_, id) => {
        const bytes = this.jobs.find((one) => one.id === Number(id))?.approval;
        return bytes === undefined ? undefined : { bytes };
      });
  }

  /** Puts a commit on main: a push, or the merge of this request. */
  land(sha: string, request?: MergeRequest): void {
    this.landed.unshift(sha);
    if (request === undefined) return;
    Object.assign(request, { state: "merged", merge_commit_sha: sha });
    this.requestsOf.set(sha, [request]);
  }

  /** A pipeline of a merge request, with its review. */
  review(request: number, sha: string, approval: string, status = "success", name = "review"): number {
    const id = (this.#ids += 1);
    this.pipelines.unshift({ id, sha, status, request });
    this.jobs.push({
      id: id + 5000,
      name,
      status: status === "success" ? status : "failed",
      pipeline: id,
      approval,
    });
    return id;
  }

  note(body: string, username: string): number {
    this.notes.push({ id: (this.#ids += 1), body, author: { username } });
    return this.#ids;
  }

  protected override respond(asked: Asked): Answer {
    if (asked.headers.authorization !== `Bearer ${NOTE_TOKEN}`)
      return { status: 401, value: { message: "401 Unauthorized" } };
    return super.respond(asked);
  }

  /** One page of a list. GitLab also sends Link. */
  page({ path, query }: Asked, all: readonly unknown[]): Answer {
    const size = Number(query.get("per_page") ?? 20);
    const page = Number(query.get("page") ?? 1);
    const hasMore = page * size < all.length;
    const link: Record<string, string> = hasMore
      ? { link: `<https://gitlab.example${path}?per_page=${size}&page=${page + 1}>; rel="next"` }
      : {};
    return {
      value: all.slice((page - 1) * size, page * size),
      headers: { "x-next-page": hasMore ? String(page + 1) : "", ...link },
    };
  }
}
