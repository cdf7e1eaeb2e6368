import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../src/commands/ci";
import { TOKEN } from "./github-host";
import { NOTE_TOKEN } from "./gitlab-host";

/** A folder with the files of a job, in which it runs `ci`. */
export class Job {
  readonly folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-ci-"));
  /** The waits that the command has asked for, in seconds. */
  readonly pauses: number[] = [];
  printed = "";

  /** What the environment has in addition, and the event of GitHub. */
  constructor(
    readonly env: NodeJS.ProcessEnv,
    private readonly event: object = {},
  ) {}

  /** A job of GitHub's pull request 12. */
  static onGitHub(
    url: string,
    event: object = { pull_request: { number: 12, head: { sha: "c0ffee" } } },
    more: NodeJS.ProcessEnv = {},
  ) {
    const env = {
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: url,
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "acme/prompts",
      GITHUB_RUN_ID: "77",
      GITHUB_SHA: "merge",
      GITHUB_REF_NAME: "main",
      GITHUB_TOKEN: TOKEN,
      ...more,
    };
    return new Job(env, event);
  }

  /** A job of GitLab's merge request 12. */
  static onGitLab(url: string, env: NodeJS.ProcessEnv = { CI_MERGE_REQUEST_IID: "12" }) {
    return new Job({
      GITLAB_CI: "true",
      CI_API_V4_URL: url,
      CI_PROJECT_ID: "7",
      CI_PROJECT_URL: "https://gitlab.example/acme/prompts",
      CI_PIPELINE_ID: "40",
      CI_COMMIT_SHA: "c0ffee",
      CI_COMMIT_REF_NAME: "feature",
      NOTE_TOKEN,
      ...env,
    });
  }

  write(name: string, text: string): string {
    writeFileSync(join(this.folder, name), text);
    return join(this.folder, name);
  }

  ci(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
    const GITHUB_EVENT_PATH = this.write("event.json", JSON.stringify(this.event));
    return run([...args], {
      env: { GITHUB_EVENT_PATH, ...this.env, ...env },
      pause: async (seconds) => void this.pauses.push(seconds),
      print: (text) => (this.printed += text),
    });
  }

  /** Runs `ci comment` with a review. */
  comment(status: string, ...more: string[]): Promise<number> {
    return this.ci(["comment", this.write("review.md", "## Plan review\n"), "--status", status, ...more]);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
