import { relative, sep } from "node:path";
import { commitOfRun, repositoryOf } from "../../../install";
import type { FileLine } from "../../hcl/resource-blocks";
import { realPath } from "../../shared/real-path";

/** Returns the address of a line on a code host; null for a file outside of the repository. */
export type LinkTo = (line: FileLine) => string | null;

/** Returns how to link to lines. No line has a link unless GitHub's or GitLab's variables name the repository. */
export function linksIn(env: NodeJS.ProcessEnv, commit: string | null): LinkTo {
  const start = startOfLinks(env, commit);
  const root = start === undefined ? undefined : repositoryOf(realPath(process.cwd()));
  if (start === undefined || root === undefined) return () => null;
  return ({ file, line }) => {
    const path = relative(root, realPath(file)).split(sep);
    if (path[0] === ".." || path[0] === "") return null;
    return `${start}/${path.map(encodeURIComponent).join("/")}#L${line}`;
  };
}

/** Returns the address of the repository's files at the commit; undefined if the environment names no repository. */
function startOfLinks(env: NodeJS.ProcessEnv, commit: string | null): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, CI_PROJECT_URL: project } = env;
  const sha = commit?.replace(/-dirty$/, "") ?? commitOfRun(env);
  if (sha === undefined || !/^[0-9a-f]+$/.test(sha)) return undefined;
  if (server && repository)
    return /^[\w.-]+\/[\w.-]+$/.test(repository) ? checked(`${server}/${repository}/blob/${sha}`) : undefined;
  return project ? checked(`${project}/-/blob/${sha}`) : undefined;
}

/**
 * Returns an address of the web, as URL spells it; undefined for anything else, such as a script, an address with a
 * password, and one whose path ends before the name of the file.
 */
function checked(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  const { username, password, search, hash } = url;
  return username + password + search + hash === "" ? url.href : undefined;
}
