import { UsageError } from "../../util/usage-error";
import { GitHub } from "./github";
import { GitLab } from "./gitlab";
import { ifFound } from "./requests";
import type { Surroundings } from "./surroundings";

export type Host = GitHub | GitLab;

export function hostOf(surroundings: Surroundings): Host {
  if (surroundings.env["GITHUB_ACTIONS"] === "true") return new GitHub(surroundings);
  if (surroundings.env["GITLAB_CI"] === "true") return new GitLab(surroundings);
  throw new UsageError(
    "ci needs a job of GitHub Actions, which sets GITHUB_ACTIONS=true, or of GitLab CI, which sets GITLAB_CI=true.",
  );
}

/** GitHub returns `user` for the author of a comment, and GitLab returns `author`. */
type Comment = { id: number; body?: string; user?: { login: string } | null; author?: { username: string } };

export type OwnComment = Awaited<ReturnType<typeof ownComment>>;

/**
 * Everyone can write the first line of the comment, so the author is compared, too. If two runs each create a
 * comment, the next write removes the newer comment.
 */
export async function ownComment(host: Host, pull: number, name: string | undefined) {
  const marker = `<!-- cdktf-outreach review${name === undefined ? "" : ` ${name}`} -->`;
  const author = await host.author();
  const { all, each, method } = host.thread(pull);
  const comments = await host.requests.list<Comment>(`${all}?sort=asc&order_by=created_at&per_page=100`);
  const byAuthor = comments.filter((one) => (one.user?.login ?? one.author?.username) === author);
  const [own, ...others] = byAuthor.filter(({ body }) => body?.split(/\r?\n/, 1)[0] === marker);
  return {
    body: own?.body,
    /** The text follows the marker. */
    async write(text: string): Promise<void> {
      const body = { body: `${marker}\n${text}` };
      if (own === undefined) await host.requests.send("POST", all, body);
      else await host.requests.send(method, `${each}/${own.id}`, body);
      // Another run may have removed the comment already.
      for (const { id } of others) await ifFound(host.requests.send("DELETE", `${each}/${id}`));
    },
  };
}
