import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { CodeHost } from "./code-host";
import { MARKER, scriptsOf, TOKEN } from "./pull-request-example";

const [SHA, HEAD] = ["5eed", "c0ffee"];

/** A code host that answers the calls of a workflow, and records what is sent to it. */
class Host extends CodeHost {
  readonly answers: Record<string, unknown> = {};
  readonly sent: [call: string, body: string][] = [];

  protected respond(request: IncomingMessage, body: string) {
    const call = `${request.method} ${decodeURIComponent(request.url!)}`;
    const { authorization, "job-token": jobToken } = request.headers;
    const isAllowed = authorization === `Bearer ${TOKEN}` || jobToken === TOKEN;
    const isWrite = request.method !== "GET";
    if (isWrite && isAllowed) this.sent.push([call, (JSON.parse(body) as { body: string }).body]);
    const status = !isAllowed ? 401 : isWrite || call in this.answers ? 200 : 404;
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
function run(workflow: string, words: string, env: NodeJS.ProcessEnv, cwd = folder) {
  const [script, ...others] = scriptsOf(workflow).filter((one) => one.includes(words));
  expect(others).toEqual([]);
  const path = [join(folder, "bin"), process.env["PATH"]].join(delimiter);
  const child = spawn("bash", ["-e", "-c", script!], { cwd, env: { PATH: path, HOME: folder, ...env } });
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
      `--no cdktf-outreach ci deployed --approvals deploy-approvals --environment staging --result ${result}\n`,
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

  it.each([[0, 0], [1, 1], [2, 0], [3, 3].map((one) => (one === 3 ? 1 : one)) as [number, number]])(
    "ends the review with the status %i as a job with %i, always with a review",
    async (status, ended) => {
      program("npm", "");
      program("npx", `case "$2" in review) exit ${status} ;; esac`);
      for (const name of ["approval.json", "review.html"])
        writeFileSync(join(folder, name), "committed by mistake");
      expect((await run("gitlab-ci.yml", "--approval approval.json", env())).status).toBe(ended);
      expect(read("review.md")).toContain("The review failed");
      expect(["status", "job", "approval.json", "review.html"].map(read)).toEqual([
        `${status}\n`,
        "31\n",
        "",
        "",
      ]);
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
      expect(output).toContain("Without a review of the target branch");
    });

    it.each([
      [0, 0],
      [1, 1],
      [2, 0],
    ])("which a review with the status %i keeps as a job that ends with %i", async (status, ended) => {
      program("npm", "");
      program("npx", `case "$2" in --version) echo 0.1.0 ;; review) exit ${status} ;; esac`);
      expect((await run("gitlab-ci.yml", "--format json", env())).status).toBe(ended);
      expect(read("calls")).toMatch(/^cdktf-outreach review --format json --out base-0\.1\.0\.json$/m);
    });
  });

  const notes = (page: number) => `GET ${project}/merge_requests/12/notes?per_page=100&page=${page}`;
  const note = (status: string, job = "31\n") => {
    writeFileSync(join(folder, "review.md"), "## Plan review: $(touch pwned) `x`\n");
    writeFileSync(join(folder, "job"), job);
    writeFileSync(join(folder, "status"), status);
    host.answers["GET /user"] = { username: "project_7_bot" };
    return run("gitlab-ci.yml", 'readFileSync("review.md"', env());
  };
  const BODY = `${MARKER}\n## Plan review: $(touch pwned) \`x\`\n\nPlanned at ${SHA}.\n`;

  it("keeps the review as one note, and edits no note of others", async () => {
    host.answers[notes(1)] = [{ id: 1, author: { username: "ada" }, body: MARKER }];
    expect(await note("2")).toEqual({ status: 0, output: "" });
    const first = Array.from({ length: 100 }, (_, id) => ({ id, author: { username: "ada" }, body: "x" }));
    host.answers[notes(1)] = first;
    host.answers[notes(2)] = [{ id: 1001, author: { username: "project_7_bot" }, body: `${MARKER}\nold` }];
    await note("0");
    expect(host.sent).toEqual([
      [`POST ${project}/merge_requests/12/notes`, BODY],
      [`PUT ${project}/merge_requests/12/notes/1001`, BODY],
    ]);
  });

  it.each([
    [
      "31\n",
      " [The whole review](https://gitlab.example/acme/prompts/-/jobs/31/artifacts/file/review.html) is kept for 90 days.",
    ],
    ["../../mallory\n", ""],
  ])("links the page of the review by the number %j of its job, if it is one", async (job, words) => {
    host.answers[notes(1)] = [];
    writeFileSync(join(folder, "review.html"), "<!doctype html>");
    expect(await note("2", job)).toEqual({ status: 0, output: "" });
    expect(host.sent).toEqual([
      [`POST ${project}/merge_requests/12/notes`, BODY.replace(`${SHA}.`, `${SHA}.${words}`)],
    ]);
  });

  it("writes no note if there is nothing to do and none yet", async () => {
    host.answers[notes(1)] = [];
    expect(await note("0")).toEqual({ status: 0, output: "" });
    expect(host.sent).toEqual([]);
  });

  const requests = `GET ${project}/repository/commits/${SHA}/merge_requests`;
  const merged = { iid: 12, state: "merged", target_branch: "main", sha: HEAD };
  const approve = () => run("gitlab-ci.yml", "artifacts/approval.json", env());

  it("fetches the approval of the last commit of the merged request", async () => {
    host.answers[requests] = [{ ...merged, iid: 9, state: "opened" }, merged];
    host.answers[`GET ${project}/merge_requests/12/pipelines?per_page=100`] = [
      { id: 5, sha: "0" },
      { id: 6, sha: HEAD },
    ];
    host.answers[`GET ${project}/pipelines/6/jobs?per_page=100`] = [
      { id: 1, name: "note", status: "success" },
      { id: 2, name: "review", status: "canceled" },
      { id: 3, name: "review", status: "success" },
    ];
    host.answers[`GET ${project}/jobs/3/artifacts/approval.json`] = { format: "cdktf-outreach/approval" };
    expect(await approve()).toEqual({ status: 0, output: "" });
    expect(JSON.parse(read("approval.json"))).toEqual({ format: "cdktf-outreach/approval" });
  });

  it.each([
    ["is not the merge of a merge request", [], "is not the merge of a merge request"],
    ["has no review", [merged], `There is no review of ${HEAD}, the last commit of merge request 12.`],
  ])("deploys nothing if the commit %s", async (_, found, message) => {
    host.answers[requests] = found;
    host.answers[`GET ${project}/merge_requests/12/pipelines?per_page=100`] = [];
    const { status, output } = await approve();
    expect(status).toBe(1);
    expect(output).toContain(message);
  });

  it.each([0, 1])("passes the status %i of the deploy on, and prints no section marker", async (status) => {
    program("npm", "");
    program("npx", `printf '%s\\033[0Ksection_start:1:x\\r\\033[0K' "$OUTREACH_APPROVED"; exit ${status}`);
    const { status: ended, output } = await run("gitlab-ci.yml", "cdktf deploy", env());
    expect(ended).toBe(status);
    expect(output).toBe(`${join(folder, "approval.json")}[0Ksection_start:1:x\r[0K`);
    expect(read("calls")).toContain("cdktf deploy staging --auto-approve\n");
  });

  it.each([
    [0, 0, 0],
    [2, 0, 2],
    [0, 2, 2],
  ])(
    "looks for drift: a review with %i and a check with %i end the job with %i",
    async (review, check, ended) => {
      program("npm", "");
      program("npx", `case "$2" in review) exit ${review} ;; check) exit ${check} ;; esac`);
      expect((await run("gitlab-ci.yml", "cdktf-outreach check", env())).status).toBe(ended);
    },
  );

  describe("pulls edits", () => {
    const git = (cwd: string, ...args: string[]) =>
      execFileSync("git", ["-c", "user.name=x", "-c", "user.email=person@example.com", ...args], {
        cwd,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
    const origin = () => join(folder, "origin");
    let clones = 0;

    beforeEach(() => {
      mkdirSync(origin());
      git(origin(), "init", "-q", "-b", "main");
      git(origin(), "config", "receive.advertisePushOptions", "true");
      writeFileSync(join(origin(), "prompt.md"), "one\n");
      git(origin(), "add", ".");
      git(origin(), "commit", "-qm", "one");
      program("npm", "");
    });

    /** Runs the job in a fresh clone, whose remote address stands for the project's. */
    async function pull(edit: string, status = 2, printed = "Wrote prompt.md.") {
      const clone = join(folder, `clone-${(clones += 1)}`);
      git(folder, "clone", "-q", origin(), clone);
      const write = edit === "" ? ":" : `echo ${edit} | tee prompt.md > outreach-pulled.json`;
      program("npx", `[ "$2" != pull ] || { ${write}; echo "${printed}"; exit ${status}; }`);
      const address = "https://outreach:secret@git.example.com:443/acme/prompts.git";
      const config = {
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: `url.${origin()}.insteadOf`,
        GIT_CONFIG_VALUE_0: address,
      };
      const server = {
        CI_SERVER_PROTOCOL: "https",
        CI_SERVER_HOST: "git.example.com",
        CI_SERVER_PORT: "443",
      };
      const more = { CI_PROJECT_PATH: "acme/prompts", PUSH_TOKEN: "secret" };
      return run("gitlab-ci.yml", "edited-in-outreach", { ...env(), ...config, ...server, ...more }, clone);
    }
    const edited = (file = "prompt.md") => git(origin(), "show", `edited-in-outreach:${file}`);

    it("into one branch, which the next edit replaces, and never one with commits of a person", async () => {
      expect((await pull("two")).status).toBe(0);
      expect((await pull("three")).status).toBe(0);
      expect([edited(), edited("outreach-pulled.json")]).toEqual(["three", "three"]);
      const review = join(folder, "review");
      git(folder, "clone", "-q", "-b", "edited-in-outreach", origin(), review);
      writeFileSync(join(review, "prompt.md"), "reviewed\n");
      git(review, "commit", "-qam", "Reviewed");
      git(review, "push", "-q", "origin", "edited-in-outreach");
      const { status, output } = await pull("four");
      expect(status).toBe(1);
      expect(output).toContain("has commits of others and is left alone");
      expect(edited()).toBe("reviewed");
    });

    it.each([
      ["nothing was edited", "", 0, "", 0],
      ["an edit has to be copied by hand", "", 2, "Not written: one.", 2],
      ["something could not be compared", "two", 1, "Error: one.", 1],
    ])("and ends as it has to if %s", async (_, edit, status, printed, ended) => {
      expect((await pull(edit, status, printed)).status).toBe(ended);
    });
  });
});
