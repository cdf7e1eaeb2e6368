import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { load } from "js-yaml";
import { CodeHost } from "./code-host";
import { ROOT, scriptsOf, TOKEN } from "./pull-request-example";

const SHA = "5eed";

/** A code host that answers the calls of a workflow. */
class Host extends CodeHost {
  readonly answers: Record<string, unknown> = {};

  protected respond({ method, url, headers }: IncomingMessage) {
    const call = `${method} ${decodeURIComponent(url!)}`;
    const status = headers["job-token"] !== TOKEN ? 401 : call in this.answers ? 200 : 404;
    return { status, value: this.answers[call] };
  }
}

let folder: string;
let host: Host;
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-ci-"));
  mkdirSync(join(folder, "bin"));
  host = new Host();
  url = await host.start();
});
afterEach(async () => {
  await host.stop();
  rmSync(folder, { recursive: true });
});

const read = (name: string) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "";

/** Puts a program on PATH that records its arguments. */
function program(name: string, script: string): void {
  const note = `printf '%s\\n' "$*" >>"${join(folder, "calls")}"`;
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${note}\n${script}\n`, { mode: 0o755 });
}

/** Runs the only script of a workflow with these words, as a runner does. */
function run(workflow: string, words: string, env: NodeJS.ProcessEnv) {
  const [script, ...others] = scriptsOf(workflow).filter((one) => one.includes(words));
  expect(others).toEqual([]);
  return bash(script!, env);
}

function bash(script: string, env: NodeJS.ProcessEnv) {
  const path = [join(folder, "bin"), process.env["PATH"]].join(delimiter);
  const child = spawn("bash", ["-e", "-c", script], {
    cwd: folder,
    env: { PATH: path, HOME: folder, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise<{ status: number | null; output: string }>((done) =>
    child.on("close", (status) => done({ status, output })),
  );
}

describe("deploy.yml", () => {
  it.each([0, 1])(
    "passes the status %i of the deploy on, and reads no command in its log",
    async (status) => {
      const log = status === 0 ? "Apply complete!" : "Error: not approved";
      program("npx", `printf '::stop-commands::x\\n%s %s' "${log}" "$OUTREACH_APPROVED"; exit ${status}`);
      const outcome = await run("deploy.yml", "stop-commands", { GITHUB_JOB: "staging" });
      expect(outcome.status).toBe(status);
      const [first, ...lines] = outcome.output.trimEnd().split("\n");
      expect(first).toMatch(/^::stop-commands::[0-9a-f-]{36}$/);
      expect(lines).toEqual([
        "::stop-commands::x",
        `${log} ${folder}/deploy-approvals`,
        `::${first!.replace("::stop-commands::", "")}::`,
      ]);
      expect(read("calls")).toBe("cdktf deploy staging --auto-approve\n");
    },
  );

  it("takes the approvals for the environment of the job", async () => {
    program("npx", "exit 1");
    const { status } = await run("deploy.yml", "ci approvals", { GITHUB_JOB: "production" });
    expect(status).toBe(1);
    expect(read("calls")).toBe(
      "cdktf-outreach ci approvals --out deploy-approvals --environment production\n",
    );
  });

  it.each([
    ["success", "success"],
    ["failure", "failure"],
    ["cancelled", "failure"],
  ])("reports a job that ended with %s as %s", async (RESULT, result) => {
    program("npx", "");
    expect((await run("deploy.yml", "ci deployed", { STACK: "staging", RESULT })).status).toBe(0);
    expect(read("calls")).toBe(
      `--no -- cdktf-outreach ci deployed --approvals deploy-approvals --environment staging --result ${result}\n`,
    );
  });
});

describe("gitlab-ci.yml", () => {
  const project = "/projects/7";
  const env = () => ({
    CI_API_V4_URL: url,
    CI_PROJECT_ID: "7",
    CI_MERGE_REQUEST_IID: "12",
    CI_COMMIT_SHA: SHA,
    CI_COMMIT_BRANCH: "main",
    CI_DEFAULT_BRANCH: "main",
    CI_JOB_NAME: "staging",
    CI_JOB_ID: "31",
    CI_PROJECT_URL: "https://gitlab.example/acme/prompts",
    CI_JOB_TOKEN: TOKEN,
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "release/1",
    NOTE_TOKEN: TOKEN,
  });

  it.each([
    [0, 0],
    [1, 1],
    [2, 0],
    [3, 1],
  ])(
    "ends the review with the status %i as a job with %i, and keeps no file of the branch",
    async (status, ended) => {
      program("npx", `case "$2" in review) exit ${status} ;; esac`);
      const files = ["review.md", "review.html", "approval.json"];
      for (const name of files) writeFileSync(join(folder, name), "committed by mistake");
      expect((await run("gitlab-ci.yml", "--approval approval.json", env())).status).toBe(ended);
      expect(["review.status", ...files].map(read)).toEqual([`${status}\n`, "", "", ""]);
    },
  );

  describe("compares with the review of the target branch", () => {
    const kept = `GET ${project}/jobs/artifacts/release/1/raw/base-0.1.0.json?job=base`;
    const review = async () => {
      program("npm", "");
      program("npx", '[ "$2" != --version ] || echo 0.1.0');
      writeFileSync(join(folder, "base.json"), "committed by mistake");
      const { status, output } = await run("gitlab-ci.yml", "--approval approval.json", env());
      return { status, output, called: read("calls").trimEnd().split("\n").at(-1) };
    };
    const REVIEW = "cdktf-outreach review --out review.md --out review.html --approval approval.json";

    it("that its last pipeline has kept, by the same version", async () => {
      host.answers[kept] = { formatVersion: "1.0" };
      expect(await review()).toEqual({ status: 0, output: "", called: `${REVIEW} --base base.json` });
      expect(JSON.parse(read("base.json"))).toEqual({ formatVersion: "1.0" });
    });

    it("only if there is one", async () => {
      const { status, output, called } = await review();
      expect({ status, called }).toEqual({ status: 0, called: REVIEW });
      expect(output).toContain("404");
    });
  });

  it.each([
    [0, 0, "push", 0],
    [1, 0, "push", 1],
    [2, 0, "push", 0],
    [0, 0, "schedule", 0],
    [0, 2, "schedule", 2],
    [2, 0, "schedule", 1],
  ])(
    "keeps a review with %i, and checks with %i: for a %s, the job ends with %i",
    async (review, check, CI_PIPELINE_SOURCE, ended) => {
      program(
        "npx",
        `case "$2" in --version) echo 0.1.0 ;; review) exit ${review} ;; check) exit ${check} ;; esac`,
      );
      const outcome = await run("gitlab-ci.yml", "cdktf-outreach check", { ...env(), CI_PIPELINE_SOURCE });
      expect(outcome.status).toBe(ended);
      expect(read("calls")).toContain("cdktf-outreach review --out review.md --out base-0.1.0.json\n");
      expect(read("calls").includes("cdktf-outreach check")).toBe(
        CI_PIPELINE_SOURCE === "schedule" && review === 0,
      );
    },
  );

  it("takes the status of the review to ci comment, and the commit of the target branch for its code", async () => {
    writeFileSync(join(folder, "review.status"), "2\n");
    program("npx", "exit 1");
    expect((await run("gitlab-ci.yml", "ci comment", env())).status).toBe(1);
    expect(read("calls")).toBe("--no -- cdktf-outreach ci comment review.md --html review.html --status 2\n");
  });

  it.each(["approvals staging", "approvals production"])(
    "takes the approvals of the job %j",
    async (CI_JOB_NAME) => {
      program("npx", "exit 1");
      expect((await run("gitlab-ci.yml", "ci approvals", { ...env(), CI_JOB_NAME })).status).toBe(1);
      const environment = CI_JOB_NAME.replace("approvals ", "");
      expect(read("calls")).toBe(
        `--no -- cdktf-outreach ci approvals --out deploy-approvals --environment ${environment}\n`,
      );
    },
  );

  it.each([
    [0, "success"],
    [1, "failure"],
  ])("passes the status %i of the deploy on as %s, and prints no section marker", async (status, result) => {
    program("npx", `printf '%s\\033[0Ksection_start:1:x\\r\\033[0K' "$OUTREACH_APPROVED"; exit ${status}`);
    program("git", `printf '${SHA}\\trefs/heads/main\\n'`);
    const { status: ended, output } = await run("gitlab-ci.yml", "cdktf deploy", env());
    expect(ended).toBe(status);
    expect(output).toBe(`${join(folder, "deploy-approvals")}[0Ksection_start:1:x\r[0K`);
    expect(read("calls")).toBe(`ls-remote origin refs/heads/main\ncdktf deploy staging --auto-approve\n`);
    expect(read("deploy.result")).toBe(`${result}\n`);
  });

  it("deploys no commit that is not the last one of its branch, as in a job that is started again", async () => {
    program("npx", "");
    program("git", "printf 'later\\trefs/heads/main\\n'");
    expect((await run("gitlab-ci.yml", "cdktf deploy", env())).status).toBe(1);
    expect(read("calls")).not.toContain("cdktf deploy");
    expect(read("deploy.result")).toBe("");
  });

  it("reports a deploy with its result, and none that has not started", async () => {
    program("npx", "");
    const report = () => run("gitlab-ci.yml", "ci deployed", { ...env(), CI_JOB_NAME: "report staging" });
    expect([(await report()).status, read("calls")]).toEqual([0, ""]);
    writeFileSync(join(folder, "deploy.result"), "failure\n");
    expect((await report()).status).toBe(0);
    expect(read("calls")).toBe(
      "--no -- cdktf-outreach ci deployed --approvals deploy-approvals --environment staging --result failure\n",
    );
  });
});

/** The jobs in the YAML of a guide. */
function jobsIn(guide: string) {
  const [, block] = /^```yaml\n([^]*?)^```$/m.exec(readFileSync(join(ROOT, guide), "utf8"))!;
  return load(block!) as Record<string, Record<string, unknown>>;
}

it("the job of the guide to rolling back opens the merge request as the job for edits does", async () => {
  const { propose } = jobsIn("docs/guides/prompt-edits.md");
  const { revert } = jobsIn("docs/guides/roll-back.md");
  const { script, rules, ...others } = revert!;
  expect(rules).toEqual([{ if: '$CI_PIPELINE_SOURCE == "web" && $COMMIT' }]);
  expect(propose).toMatchObject(others);
  program("npx", "exit 1");
  expect((await bash(String(script), { COMMIT: "c0ffee5 --help" })).status).toBe(1);
  expect(read("calls")).toBe("--no -- cdktf-outreach ci propose --revert c0ffee5 --help\n");
});

describe("the jobs of the guide to edited prompts, for GitLab", () => {
  const { pull: pulling, propose } = jobsIn("docs/guides/prompt-edits.md");

  it.each([
    ["nothing was edited", "", 0, "Nothing to pull.", 0],
    ["a prompt file is written", "two", 2, "Wrote prompt.md: one.", 0],
    ["an edit has to be copied by hand", "", 2, "Not written: one.", 1],
    ["something could not be compared", "two", 1, "Error: one.", 1],
  ])("end as they have to if %s", async (_, edit, status, printed, ended) => {
    const write = edit === "" ? ":" : `echo ${edit} | tee prompt.md > outreach-pulled.json`;
    program("npx", `[ "$2" != pull ] || { ${write}; echo "${printed}"; exit ${status}; }`);
    writeFileSync(join(folder, "prompt.md"), "one\n");
    const commit = "git init -q && git add prompt.md && git -c user.name=a -c user.email=a@b commit -qm one";
    execFileSync("bash", ["-c", commit], { cwd: folder });
    expect((await bash((pulling!["script"] as string[]).join("\n"), {})).status).toBe(ended);
    expect(read("pull.txt")).toBe(`${printed}\n`);
    expect(read("edits.patch").match(/^\+two$/gm) ?? []).toHaveLength(edit === "" ? 0 : 2);
  });

  it("open the merge request in another job, which has no secrets of the API", async () => {
    expect(propose).toMatchObject({ extends: ".ci", needs: ["pull"], variables: { GIT_DEPTH: 0 } });
    expect(propose!["before_script"]).toEqual(["npm ci --ignore-scripts"]);
    expect(JSON.stringify(pulling)).not.toContain("notes");
    program("npx", "exit 1");
    expect((await bash(String(propose!["script"]), {})).status).toBe(1);
    expect(read("calls")).toBe(
      "--no -- cdktf-outreach ci propose edits.patch --branch edited-in-outreach --title Edited in Outreach\n",
    );
  });
});
