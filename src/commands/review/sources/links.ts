import { dirname, relative, sep } from "node:path";
import { commitOfRun, currentCommit, git, repositoryOf } from "../../../placing";
import type { FileLine } from "../../../estate/hcl/outline";
import { realPath } from "../../../util/files/real-path";

/** Returns the address of a line on a code host; null for a file outside of the repository. */
export type LinkTo = (line: FileLine) => string | null;

/** Files that GitHub and GitLab show as a page without lines, unless an address asks for the plain text. */
const RENDERED =
  /\.(?:md|mkdn?|mdown|markdown|mdx|rst|adoc|asc|asciidoc|org|textile|creole|mediawiki|wiki|rdoc|pod)$/i;

/**
 * Returns how to link to lines. No line has a link unless GitHub's or GitLab's variables name the repository. A line of
 * a submodule links to the repository of the submodule, if the same code host has it.
 */
export function linksIn(env: NodeJS.ProcessEnv, commit: string | null): LinkTo {
  const host = hostIn(env);
  const root = host && repositoryOf(realPath(process.cwd()));
  if (host === undefined || root === undefined) return () => null;
  const own = commit ?? commitOfRun(env) ?? null;
  const starts = new Map<string, string | undefined>();
  const startIn = (folder: string) => {
    const isOuter =
      folder === root && !git(folder, ["rev-parse", "--show-superproject-working-tree"]).stdout?.trim();
    return isOuter ? startOfFiles(host, host.project, own) : startOfSubmodule(host, folder);
  };
  return ({ file, line }) => {
    const path = realPath(file);
    if (relative(root, path).split(sep)[0] === "..") return null;
    const folder = repositoryOf(dirname(path));
    if (folder === undefined) return null;
    if (!starts.has(folder)) starts.set(folder, startIn(folder));
    const start = starts.get(folder);
    const within = relative(folder, path).split(sep).map(encodeURIComponent).join("/");
    return start === undefined ? null : `${start}/${within}${RENDERED.test(path) ? "?plain=1" : ""}#L${line}`;
  };
}

/** A code host, as the variables of a CI job name it. */
interface Host {
  readonly server: string;
  /** The address of the job's repository. */
  readonly project: string;
  /** What stands between the addresses of a repository and of a commit. */
  readonly files: "/blob/" | "/-/blob/";
}

function hostIn(env: NodeJS.ProcessEnv): Host | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, CI_PROJECT_URL: project } = env;
  if (server && repository) {
    const isPlain = URL.canParse(server) && /^[\w.-]+\/[\w.-]+$/.test(repository);
    return isPlain ? { server, project: `${server}/${repository}`, files: "/blob/" } : undefined;
  }
  if (!project || !URL.canParse(project)) return undefined;
  const { CI_SERVER_URL: gitlab = "" } = env;
  return { server: URL.canParse(gitlab) ? gitlab : new URL(project).origin, project, files: "/-/blob/" };
}

/** Returns the address of a repository's files at a commit; undefined without a commit. */
function startOfFiles({ files }: Host, project: string, commit: string | null): string | undefined {
  const sha = commit?.replace(/-dirty$/, "") ?? "";
  return /^[0-9a-f]+$/.test(sha) ? checked(`${project}${files}${sha}`) : undefined;
}

/** Matches the remote of a repository over SSH, as `git@host:path` or `ssh://git@host:port/path`. */
const OVER_SSH =
  /^(?:ssh:\/\/(?:[^@/]*@)?(?<host>[^/:]+)(?::\d+)?\/|(?:[^@/:]*@)?(?<short>[^/:]+):(?!\/\/))(?<path>.+)$/;

/** Returns the same for a submodule, by its remote. A remote may contain a password, which no address has. */
function startOfSubmodule(host: Host, folder: string): string | undefined {
  const remote = git(folder, ["remote", "get-url", "origin"]).stdout?.trim() ?? "";
  const { hostname } = new URL(host.server);
  const web = /^https?:/.test(remote) && URL.canParse(remote) ? new URL(remote) : undefined;
  const ssh = web === undefined ? OVER_SSH.exec(remote)?.groups : undefined;
  if ((web?.hostname ?? ssh?.["host"] ?? ssh?.["short"]) !== hostname) return undefined;
  const project = web === undefined ? `${host.server}/${ssh!["path"]}` : `${web.origin}${web.pathname}`;
  return startOfFiles(host, project.replace(/\/*(?:\.git)?\/*$/, ""), currentCommit(folder));
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
