import { UsageError } from "../../util/usage-error";

/** What the command takes from its process. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Waits for a number of seconds. */
  pause(seconds: number): Promise<unknown>;
  print(text: string): void;
}

/** A pull request of GitHub, or a merge request of GitLab. */
export interface PullRequest {
  readonly number: number;
  /** The last commit of its branch. */
  readonly head: string;
}

export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly author: string;
}

/** A code host, seen from a job of its CI. */
export interface Host {
  /** The commit that the job has checked out. */
  readonly commit: string;
  /** The pull request that started the run; undefined for other runs, also of a merge queue. */
  readonly pull: PullRequest | undefined;
  /** The address of the page of this run's review; undefined if there is none. */
  pageOf(name: string | undefined, hasPage: boolean): Promise<string | undefined>;
  /** The name of the token's user. */
  author(): Promise<string>;
  comments(pull: number): Promise<readonly Comment[]>;
  /** Creates a comment, or replaces the one with this id. */
  write(pull: number, id: number | undefined, body: string): Promise<void>;
  remove(pull: number, id: number): Promise<void>;
  /** Returns the last commit of a pull request. */
  headOf(pull: number): Promise<string>;
}

/** Returns the values of variables that CI sets. @throws UsageError naming those that are not set */
export function needed<const Name extends string>(
  env: NodeJS.ProcessEnv,
  names: readonly Name[],
): Record<Name, string> {
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) throw new UsageError(`ci needs ${missing.join(", ")}, which CI sets for a job.`);
  return Object.fromEntries(names.map((name) => [name, env[name]])) as Record<Name, string>;
}

/** Returns a name with the name of the app, if a repository has several. */
export function named(base: string, name: string | undefined, separator = "-"): string {
  return name === undefined ? base : `${base}${separator}${name}`;
}
