import { strToU8, zipSync } from "fflate";
import { type Answer, type Asked, TestServer } from "./test-server";

export const TOKEN = "ghs_5d1cToken0fTheJob";

interface Comment {
  id: number;
  body: string;
  user: { login: string } | null;
}

interface Pull {
  number: number;
  head: { sha: string; ref?: string; repo: { full_name: string } | null };
  base: { ref: string };
  state: "open" | "closed";
  merged_at: string | null;
  merge_commit_sha: string | null;
}

export interface Run {
  id: number;
  event: string;
  head_sha: string;
  status: string;
  conclusion: string | null;
  run_started_at: string;
}

const API = "/repos/acme/prompts";

/** The store of artifacts, to which GitHub redirects. It refuses a request with a token. */
class Store extends TestServer {
  constructor(artifacts: GitHubHost["artifacts"]) {
    super();
    this.on("GET /zip/:id", ({ headers }, id) => {
      if (headers.authorization !== undefined)
        return { status: 400, bytes: "<Error>InvalidAuthentication</Error>" };
      const { files = {} } = artifacts.find((one) => one.id === Number(id))!;
      const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
      const bytes = Buffer.from(zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>));
      return { bytes, headers: { "content-type": "application/zip" } };
    });
  }
}

/** GitHub's API of the repository acme/prompts, with the answers that its documentation describes. */
export class GitHubHost extends TestServer {
  /** The author of the token. */
  login = "github-actions[bot]";
  readonly comments: (Comment & { pull: number })[] = [];
  readonly pulls: Pull[] = [];
  readonly artifacts: {
    id: number;
    name: string;
    run: number;
    expired: boolean;
    files?: Record<string, string>;
  }[] = [];
  /** The first-parent history of main, and the commits of branches, the oldest first. */
  readonly commits: { sha: string; parents: { sha: string }[] }[] = [{ sha: "root", parents: [] }];
  head = "root";
  /** The pull requests that GitHub shows for a commit. */
  readonly pullsOf = new Map<string, Pull[]>();
  /** The newest first. */
  readonly deployments: { id: number; sha: string; environment: string; states: string[] }[] = [];
  readonly runs: Run[] = [];
  readonly store = new Store(this.artifacts);
  #ids = 1000;

  constructor() {
    super();
    this.pull(12, "c0ffee");
    this.on("GET /user", () => ({
      status: 403,
      value: { message: "Resource not accessible by integration" },
    }))
      .on("POST /graphql", ({ body }) => {
        const isKnown = body["query"] === "{ viewer { login } }";
        return { value: isKnown ? { data: { viewer: { login: this.login } } } : { errors: [] } };
      })
      .on(`GET ${API}/issues/:pull/comments`, (asked, pull) =>
        this.page(
          asked,
          this.comments.filter((one) => one.pull === Number(pull)),
        ),
      )
      .on(`POST ${API}/issues/:pull/comments`, ({ body }, pull) => {
        if (isTooLong(body)) return TOO_LONG;
        this.comment(String(body["body"]), this.login, Number(pull));
        return { status: 201 };
      })
      .on(`PATCH ${API}/issues/comments/:id`, ({ body }, id) => {
        if (isTooLong(body)) return TOO_LONG;
        this.comments.find((one) => one.id === Number(id))!.body = String(body["body"]);
        return {};
      })
      .on(`DELETE ${API}/issues/comments/:id`, (_, id) => {
        const at = this.comments.findIndex((one) => one.id === Number(id));
        return at !== -1 && this.comments.splice(at, 1) ? { status: 204 } : found(undefined);
      })
      .on(`GET ${API}/pulls/:pull`, (_, pull) => found(this.pulls.find((one) => one.number === Number(pull))))
      .on(`GET ${API}/pulls`, (asked) => {
        const { state, base, head } = Object.fromEntries(asked.query);
        const isAsked = (one: Pull) => head === undefined || head === `acme:${one.head.ref}`;
        return this.page(
          asked,
          this.pulls.filter((one) => one.state === state && one.base.ref === base && isAsked(one)),
        );
      })
      .on(`POST ${API}/pulls`, ({ body: { head, base } }) => {
        const pull = this.pull(this.pulls.at(-1)!.number + 1, "5eed", String(base));
        pull.head.ref = String(head);
        return { status: 201, value: pull };
      })
      .on(`GET ${API}/actions/runs/:run/artifacts`, (asked, run) => {
        const { query } = asked;
        const all = this.artifacts.filter((one) => one.run === Number(run) && one.name === query.get("name"));
        return this.page(asked, all, (artifacts) => ({ total_count: all.length, artifacts }));
      });
    this.#ofDeploys();
  }

  #ofDeploys(): void {
    this.on(`GET ${API}/branches/main`, () => ({ value: { name: "main", commit: { sha: this.head } } }))
      .on(`GET ${API}/deployments`, (asked) =>
        this.page(
          asked,
          this.deployments.filter((one) => one.environment === asked.query.get("environment")),
        ),
      )
      .on(`GET ${API}/deployments/:id/statuses`, (asked, id) =>
        this.page(
          asked,
          this.deployments.find((one) => one.id === Number(id))!.states.map((state) => ({ state })),
        ),
      )
      .on(`GET ${API}/compare/:range`, (asked, range) => {
        const [base, head] = range!.split("...");
        const ancestors = this.#ancestors(base!);
        const all = this.commits.filter(({ sha }) => this.#ancestors(head!).has(sha) && !ancestors.has(sha));
        // Without a link to the next page.
        return { value: this.page(asked, all, (commits) => ({ total_commits: all.length, commits })).value };
      })
      .on(`GET ${API}/commits/:sha/pulls`, (asked, sha) => this.page(asked, this.pullsOf.get(sha!) ?? []))
      .on(`GET ${API}/actions/workflows/review.yml/runs`, (asked) => {
        const { query } = asked;
        const all = this.runs.filter(
          (one) => one.event === query.get("event") && one.head_sha === query.get("head_sha"),
        );
        return this.page(asked, all, (runs) => ({ total_count: all.length, workflow_runs: runs }));
      })
      .on(`GET ${API}/actions/artifacts/:id/zip`, (_, id) => ({
        status: 302,
        headers: { location: `${this.store.url}/zip/${id}?sig=secret` },
      }));
  }

  #ancestors(sha: string): Set<string> {
    const all = new Set<string>();
    const add = (one: string) => {
      if (all.has(one)) return;
      all.add(one);
      for (const { sha: parent } of this.commits.find((commit) => commit.sha === one)?.parents ?? [])
        add(parent);
    };
    add(sha);
    return all;
  }

  /** Opens a pull request. */
  pull(number: number, head: string, base = "main"): Pull {
    const pull: Pull = {
      ...{
        number,
        head: { sha: head, repo: { full_name: "acme/prompts" } },
        base: { ref: base },
        state: "open",
      },
      ...{ merged_at: null, merge_commit_sha: null },
    };
    this.pulls.push(pull);
    return pull;
  }

  /** Puts a commit on main: a push, or the merge of this pull request. */
  land(sha: string, pull?: Pull): void {
    const branch = pull === undefined ? [] : [{ sha: pull.head.sha }];
    for (const one of branch) this.commits.push({ ...one, parents: [{ sha: this.head }] });
    this.commits.push({ sha, parents: [{ sha: this.head }, ...branch] });
    this.head = sha;
    if (pull === undefined) return;
    Object.assign(pull, { state: "closed", merged_at: "2026-11-28T12:00:00Z", merge_commit_sha: sha });
    for (const one of [sha, pull.head.sha]) this.pullsOf.set(one, [pull]);
  }

  /** A run of the review, with the artifact that it has uploaded. */
  review(head: string, artifact: string, approval: string, changes: Partial<Run> = {}): Run {
    const id = (this.#ids += 1);
    const run: Run = {
      ...{ id, event: "pull_request", head_sha: head, status: "completed", conclusion: "success" },
      run_started_at: `2026-11-28T12:00:00Z ${id}`,
      ...changes,
    };
    // The newest first.
    this.runs.unshift(run);
    this.artifacts.push({
      id: id + 5000,
      name: artifact,
      run: id,
      expired: false,
      files: { "approval.json": approval },
    });
    return run;
  }

  comment(body: string, login: string, pull = 12): number {
    this.comments.push({ id: (this.#ids += 1), body, user: { login }, pull });
    return this.#ids;
  }

  protected override respond(asked: Asked): Answer {
    if (asked.headers.authorization !== `Bearer ${TOKEN}`)
      return { status: 401, value: { message: "Bad credentials" } };
    return super.respond(asked);
  }

  /** Without GraphQL, whose query changes nothing. */
  override sent(...methods: string[]): string[] {
    return super.sent(...methods).filter((one) => one !== "POST /graphql");
  }

  override async start(): Promise<this> {
    await this.store.start();
    return super.start();
  }

  override async stop(): Promise<void> {
    await this.store.stop();
    return super.stop();
  }

  /** One page of a list, with the link to the next one. */
  page(
    { path, query }: Asked,
    all: readonly unknown[],
    wrap = (items: readonly unknown[]): unknown => items,
  ): Answer {
    const size = Number(query.get("per_page") ?? 30);
    const page = Number(query.get("page") ?? 1);
    const next = new URLSearchParams(query);
    next.set("page", String(page + 1));
    const hasMore = page * size < all.length;
    return {
      value: wrap(all.slice((page - 1) * size, page * size)),
      headers: hasMore
        ? { link: `<https://api.github.com${path}?${next}>; rel="next", <https://x/>; rel="last"` }
        : {},
    };
  }
}

function isTooLong({ body }: Asked["body"]): boolean {
  return String(body).length > 65_536;
}

const TOO_LONG: Answer = {
  status: 422,
  value: { message: "Validation Failed", errors: ["body is too long (maximum is 65536 characters)"] },
};

function found(value: unknown): Answer {
  return value === undefined ? { status: 404, value: { message: "Not Found" } } : { value };
}
