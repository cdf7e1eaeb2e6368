import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { messageOf } from "../../util/message-of";
import { UsageError } from "../../util/usage-error";
import type { Host } from "./host";
import type { Options, Surroundings } from "./surroundings";

type Git = (args: readonly string[], input?: string) => string;

/** Commits a patch, or the revert of a commit, to a branch, and opens a pull request for it. */
export async function propose(options: Options, host: Host, { env, print }: Surroundings): Promise<number> {
  const git = gitOf(host, env);
  const commit = options.revert === undefined ? "" : commitOf(options.revert, host, git);
  const id = commit.slice(0, 12);
  const { files, branch = id && `roll-back-${id}`, title = id && `Roll back ${id}` } = options;
  const usage = `ci propose takes --revert COMMIT, or a patch, --branch NAME (not ${host.branch}) and --title TEXT.`;
  if (!branch || branch === host.branch || !title || files.length !== (commit ? 0 : 1))
    throw new UsageError(usage);
  // A merge brings its difference to the first parent.
  const patch = commit ? git(["diff", "--binary", commit, `${commit}^`]) : readFileSync(files[0]!, "latin1");
  if (patch === "") {
    print("The patch changes nothing, so no pull request is opened.\n");
    return 0;
  }
  // Without the commit's own message: a "[skip ci]" in it would skip the review, and later the deploy.
  const body = commit && `This reverts commit ${commit}.`;
  try {
    git(["apply", "--3way"], patch);
    git(["commit", "--quiet", "--message", title, "--message", body]);
  } catch (cause) {
    const reason = "Later commits changed the same lines, or have made the change already";
    throw new Error(`${reason}. Make it by hand. ${messageOf(cause)}`, { cause });
  }
  push(branch, host, git);
  print(`${host.sign}${await host.propose(branch, title, body)} proposes the change.\n`);
  return 0;
}

/** Returns Git with the token of the host, which is in no argument. Texts are latin1, which keeps all bytes. */
function gitOf({ repository, requests, email }: Host, env: NodeJS.ProcessEnv): Git {
  const header = `Authorization: Basic ${Buffer.from(`x-access-token:${requests.server.token}`).toString("base64")}`;
  const key = `http.${repository}.extraHeader`;
  const at = Number(env["GIT_CONFIG_COUNT"] ?? 0);
  // The empty value removes the header of actions/checkout.
  const empty = { [`GIT_CONFIG_KEY_${at}`]: key, [`GIT_CONFIG_VALUE_${at}`]: "", GIT_TERMINAL_PROMPT: "0" };
  const last = { [`GIT_CONFIG_KEY_${at + 1}`]: key, [`GIT_CONFIG_VALUE_${at + 1}`]: header };
  const own = { ...empty, ...last, GIT_CONFIG_COUNT: String(at + 2) };
  const options = { env: { ...env, ...own }, maxBuffer: 2 ** 28, stdio: "pipe" } as const;
  const name = email.replace(/^\d+\+|@.*$/g, "");
  const author = ["-c", `user.name=${name}`, "-c", `user.email=${email}`];
  return (args, input = "") => {
    // As bytes, because Node.js decodes the errors of Git, which are UTF-8, in the same way.
    const bytes = Buffer.from(input, "latin1");
    return execFileSync("git", [...author, ...args], { ...options, input: bytes }).toString("latin1");
  };
}

/** Returns the whole id of a commit. Takes only an id, and only of this branch. */
function commitOf(name: string, { branch }: Host, git: Git): string {
  try {
    if (!/^[0-9a-f]{7,40}$/.test(name)) throw new Error("This is no id.");
    git(["merge-base", "--is-ancestor", name, "HEAD"]);
    const id = git(["rev-parse", `${name}^{commit}`]).trim();
    if (!id.startsWith(name)) throw new Error("This is the name of a tag or branch.");
    return id;
  } catch (cause) {
    const text = `--revert takes the id of a commit of ${branch}, not ${JSON.stringify(name)}.`;
    throw new Error(text, { cause });
  }
}

/** Replaces a commit of an earlier run, but none of a person. Needs the history since the branch began. */
function push(branch: string, { repository }: Host, git: Git): void {
  const [seen = ""] = git(["ls-remote", repository, `refs/heads/${branch}`]).split("\t");
  if (seen !== "") {
    git(["fetch", "--quiet", repository, seen]);
    // Other commits change line numbers. "git cherry" would ignore white space, too.
    const changesIn = (range: string) => {
      const log = git(["log", "--patch", "--binary", "--format=%x00", range]);
      return log.replaceAll(/\n(?:index|@@) [^\n]*/g, "").split("\0");
    };
    // A push takes the approval of a reviewer back, so the same change is pushed once.
    if (changesIn(`HEAD^..${seen}`).includes(changesIn("-1")[1]!)) return;
    const emailsOf = (range: string) => git(["log", "--format=%ae%n%ce", range]).split("\n");
    const own = emailsOf("-1");
    if (emailsOf(`HEAD^..${seen}`).some((email) => !own.includes(email)))
      throw new Error(`The change is new, and ${branch} has commits of a person. Merge or delete ${branch}.`);
  }
  git(["push", "--quiet", `--force-with-lease=${branch}:${seen}`, repository, `HEAD:refs/heads/${branch}`]);
}
