import { type Answer, type Asked, TestServer } from "./test-server";

export const TOKEN = "ghs_5d1cToken0fTheJob";

interface Comment {
  id: number;
  body: string;
  user: { login: string } | null;
}

/** GitHub's API of the repository acme/prompts, with the answers that its documentation describes. */
export class GitHubHost extends TestServer {
  readonly comments: Comment[] = [];
  readonly pulls = new Map([[12, { number: 12, head: { sha: "c0ffee" } }]]);
  readonly artifacts: { id: number; name: string; run: number; expired: boolean }[] = [];
  #ids = 1000;

  constructor() {
    super();
    const api = "/repos/acme/prompts";
    this.on("GET /user", () => ({
      status: 403,
      value: { message: "Resource not accessible by integration" },
    }))
      .on(`GET ${api}/issues/:pull/comments`, (asked) => this.page(asked, this.comments))
      .on(`POST ${api}/issues/:pull/comments`, ({ body }) => {
        this.comment(String(body["body"]), "github-actions[bot]");
        return { status: 201 };
      })
      .on(`PATCH ${api}/issues/comments/:id`, ({ body }, id) => {
        this.comments.find((one) => one.id === Number(id))!.body = String(body["body"]);
        return {};
      })
      .on(`DELETE ${api}/issues/comments/:id`, (_, id) => {
        this.comments.splice(
          this.comments.findIndex((one) => one.id === Number(id)),
          1,
        );
        return { status: 204 };
      })
      .on(`GET ${api}/pulls/:pull`, (_, pull) => found(this.pulls.get(Number(pull))))
      .on(`GET ${api}/actions/runs/:run/artifacts`, ({ query }, run) => {
        const artifacts = this.artifacts.filter(
          (one) => one.run === Number(run) && one.name === query.get("name"),
        );
        return { value: { total_count: artifacts.length, artifacts } };
      });
  }

  comment(body: string, login: string): number {
    this.comments.push({ id: (this.#ids += 1), body, user: { login } });
    return this.#ids;
  }

  protected override respond(asked: Asked): Answer {
    if (asked.headers.authorization !== `Bearer ${TOKEN}`)
      return { status: 401, value: { message: "Bad credentials" } };
    return super.respond(asked);
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

function found(value: unknown): Answer {
  return value === undefined ? { status: 404, value: { message: "Not Found" } } : { value };
}
