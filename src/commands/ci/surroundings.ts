import { UsageError } from "../../util/usage-error";

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  pause(seconds: number): Promise<unknown>;
  print(text: string): void;
}

type Texts = "html" | "name" | "status" | "out" | "environment" | "approvals" | "result";
type TextsOfPropose = "branch" | "title" | "revert";
export interface Options extends Partial<Record<Texts | TextsOfPropose, string | undefined>> {
  readonly "allow-old"?: boolean | undefined;
  /** Arguments that are no options. */
  readonly files: readonly string[];
}

export interface PullRequest {
  readonly number: number;
  readonly head: string;
  /** The commits that the merge has made, which a merge queue has reviewed. */
  readonly landed: readonly (string | null)[];
}

export interface Reviews {
  readonly isPending: boolean;
  readonly run?: number;
  readonly approval?: string | undefined;
}

/** Returns the values of variables that CI sets, without the prefix. @throws UsageError naming the missing variables */
export function needed<const Name extends string>(
  env: NodeJS.ProcessEnv,
  prefix: string,
  names: readonly Name[],
): Record<Name, string> {
  const missing = names.map((name) => `${prefix}${name}`).filter((name) => !env[name]);
  if (missing.length > 0) throw new UsageError(`ci needs ${missing.join(", ")}, which CI sets for a job.`);
  return Object.fromEntries(names.map((name) => [name, env[`${prefix}${name}`]])) as Record<Name, string>;
}

/** If a repository has only one app, names do not contain the app. */
export function named(...parts: readonly (string | number | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join("-");
}

const LOOKS = 6;
const SECONDS_BETWEEN = 10;

/** A host shows merges and ends of runs late, so this function looks a few times. Returns the last result. */
export async function settled<T>(
  pause: Surroundings["pause"],
  look: () => Promise<T>,
  isSettled: (found: T) => boolean,
): Promise<T> {
  for (let looks = 1; ; looks += 1) {
    const found = await look();
    if (isSettled(found) || looks === LOOKS) return found;
    await pause(SECONDS_BETWEEN);
  }
}
