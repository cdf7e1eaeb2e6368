import { type Comment, type Host, named } from "./host";

/** The comment of a pull request that `ci` keeps up to date. */
export interface OwnComment {
  /** Undefined if there is none yet. */
  readonly body: string | undefined;
  /** Replaces the comment, or creates it. The text follows the marker. */
  write(text: string): Promise<void>;
}

/**
 * Finds the comment by its first line and by its author, because everyone can write the first line. Two runs at once
 * may each have made one: the next write removes all but the oldest.
 */
export async function ownComment(host: Host, pull: number, name: string | undefined): Promise<OwnComment> {
  const marker = `<!-- ${named("cdktf-outreach review", name, " ")} -->`;
  const author = await host.author();
  const isOwn = (one: Comment) => one.author === author && one.body.split(/\r?\n/, 1)[0] === marker;
  const [own, ...others] = (await host.comments(pull)).filter(isOwn);
  return {
    body: own?.body,
    async write(text) {
      await host.write(pull, own?.id, `${marker}\n${text}`);
      for (const { id } of others) await host.remove(pull, id);
    },
  };
}
