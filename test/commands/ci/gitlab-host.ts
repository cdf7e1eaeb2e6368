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
  merge_commit_sha?: string | null;
  squash_commit_sha?: string | null;
}

/** GitLab's API of the project 7, with the answers that its documentation describes. */
export class GitLabHost extends TestServer {
  readonly notes: Note[] = [];
  readonly requests: MergeRequest[] = [{ iid: 12, sha: "c0ffee", state: "opened", target_branch: "main" }];
  readonly pipelines: { id: number; sha: string; status: string; request: number }[] = [];
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
        this.notes.splice(
          this.notes.findIndex((one) => one.id === Number(id)),
          1,
        );
        return { status: 204 };
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
  }

  note(body: string, username: string): number {
    this.notes.push({ id: (this.#ids += 1), body, author: { username } });
    return this.#ids;
  }

  protected override respond(asked: Asked): Answer {
    if (asked.headers["private-token"] !== NOTE_TOKEN)
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
