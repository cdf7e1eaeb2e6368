import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { EXAMPLE, MARKER, scriptsOf, TOKEN } from "./pull-request-example";

/**
 * A step of a workflow in a separate folder, as a runner starts it, with a program that records its calls.
 */
class Step {
  readonly folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-ci-"));

  constructor(readonly script: string) {
    mkdirSync(join(this.folder, "bin"));
  }

  program(name: string, script: string): void {
    const note = `printf '%s\\n' "$*" >>"${join(this.folder, "calls")}"`;
    writeFileSync(join(this.folder, "bin", name), `#!/bin/sh\n${note}\n${script}\n`, { mode: 0o755 });
  }

  run(env: NodeJS.ProcessEnv, cwd = this.folder) {
    const path = [join(this.folder, "bin"), process.env["PATH"]].join(delimiter);
    return spawnSync("bash", ["-e", "-c", this.script], {
      cwd,
      encoding: "utf8",
      env: { PATH: path, HOME: this.folder, ...env },
    });
  }

  read(name: string): string {
    const file = join(this.folder, name);
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }

  has(name: string): boolean {
    return existsSync(join(this.folder, name));
  }
}

const steps: Step[] = [];
afterEach(() => {
  for (const { folder } of steps.splice(0)) rmSync(folder, { recursive: true });
});

/** Returns the step of a workflow whose script has these words. It exists until the end of the test. */
function stepOf(workflow: string, words: string): Step {
  const step = new Step(scriptsOf(workflow).find((script) => script.includes(words))!);
  steps.push(step);
  return step;
}

describe("the step of review.yml that comments", () => {
  const environment = {
    ...{ GH_TOKEN: TOKEN, REPOSITORY: "acme/prompts", PULL_REQUEST: "12", COMMIT: "c0ffee", PAGE: "" },
    ...{ GITHUB_SERVER_URL: "https://github.com", GITHUB_RUN_ID: "77" },
  };
  let step: Step;
  beforeEach(() => {
    step = stepOf("review.yml", "gh api");
    writeFileSync(join(step.folder, "review.md"), "## Plan review: $(touch pwned) `x`\n");
  });

  /** Lists comments with these ids, and records the requests. */
  const gh = (ids: string, listStatus = 0) =>
    step.program(
      "gh",
      `case "$*" in *--paginate*) printf '${ids}'; exit ${listStatus} ;; esac\ncp comment.md sent`,
    );
  const calls = () =>
    step
      .read("calls")
      .split("\n")
      .filter((line) => line !== "" && !line.includes("startswith"));
  const list = "repos/acme/prompts/issues/12/comments?per_page=100";

  it("searches for its own comment", () => {
    gh("");
    step.run({ ...environment, STATUS: "0" });
    const [first] = step.read("calls").split("\n");
    expect(first).toContain(`api --paginate ${list} --jq`);
    expect(first).toContain('.user.login == "github-actions[bot]"');
    expect(first).toContain(`startswith("${MARKER}")`);
  });

  it("writes a comment if there is none yet", () => {
    gh("");
    expect(step.run({ ...environment, STATUS: "2" })).toMatchObject({ status: 0, stderr: "" });
    expect(calls()).toEqual(["api --silent repos/acme/prompts/issues/12/comments -F body=@comment.md"]);
    expect(step.read("sent")).toBe(
      `${MARKER}\n## Plan review: $(touch pwned) \`x\`\n\n<sub>Planned at c0ffee.</sub>\n`,
    );
    expect(step.has("pwned")).toBe(false);
  });

  it.each([
    [
      "9001",
      " [The whole review](https://github.com/acme/prompts/actions/runs/77/artifacts/9001) is kept for 30 days.",
    ],
    ["../../../mallory", ""],
    ["1)[x](https://mallory.example", ""],
  ])("links the page of the review by the number %s of its artifact, if it is one", (PAGE, words) => {
    gh("");
    expect(step.run({ ...environment, STATUS: "2", PAGE })).toMatchObject({ status: 0, stderr: "" });
    expect(step.read("sent")).toMatch(/<sub>Planned at c0ffee\..*<\/sub>\n$/);
    expect(step.read("sent")).toContain(`<sub>Planned at c0ffee.${words}</sub>`);
  });

  it.each(["0", "2", "1"])("updates its first comment if it has several, with the status %s", (STATUS) => {
    gh("1001\\n1002\\n");
    expect(step.run({ ...environment, STATUS }).status).toBe(0);
    expect(calls()).toEqual([
      "api --silent --method PATCH repos/acme/prompts/issues/comments/1001 -F body=@comment.md",
    ]);
    expect(step.read("sent")).toContain("## Plan review");
  });

  it("writes no comment if there is nothing to do", () => {
    gh("");
    expect(step.run({ ...environment, STATUS: "0" }).status).toBe(0);
    expect(calls()).toEqual([]);
  });

  it("fails if the comments cannot be listed, and writes no second comment", () => {
    gh("", 1);
    expect(step.run({ ...environment, STATUS: "2" }).status).not.toBe(0);
    expect(calls()).toEqual([]);
  });
});

describe("the steps that review", () => {
  const run = (workflow: string, status: number, written: boolean) => {
    const step = stepOf(workflow, "cdktf-outreach review --out");
    for (const name of ["review.md", "review.html", "approval.json"])
      writeFileSync(join(step.folder, name), "committed by mistake\n");
    step.program("npx", `${written ? "echo '## Plan review' >review.md" : ":"}\nexit ${status}`);
    const summary = join(step.folder, "summary");
    const outcome = step.run({ GITHUB_OUTPUT: join(step.folder, "output"), GITHUB_STEP_SUMMARY: summary });
    return { step, ended: outcome.status, stdout: outcome.stdout };
  };

  it.each([0, 1, 2, 3])("pass the status %i on in review.yml, always with a review", (status) => {
    expect(run("review.yml", status, false).step.read("review.md")).toMatch(/The review failed/);
    const { step, ended } = run("review.yml", status, true);
    expect([ended, step.read("output")]).toEqual([0, `status=${status}\n`]);
    // One plan makes the comment, the page and the approval.
    expect(step.read("calls")).toBe(
      "cdktf-outreach review --out review.md --out review.html --approval approval.json\n",
    );
    expect(["review.html", "approval.json"].filter((name) => step.has(name))).toEqual([]);
  });

  it.each([
    [0, "Nothing has drifted"],
    [2, "::error title=Drift::The workspace is not"],
    [1, "::error title=Drift::The review failed"],
  ])("end with the status %i in drift.yml, and print the reason", (status, words) => {
    const { step, ended, stdout } = run("drift.yml", status, true);
    expect(ended).toBe(status);
    expect(stdout).toContain(words);
    expect(step.read("summary")).toBe("## Plan review\n");
    expect(run("drift.yml", status, false).step.read("summary")).toBe("");
  });
});

describe("the steps that compare with the target branch", () => {
  const run = (workflow: string, words: string, env: NodeJS.ProcessEnv, status = 0) => {
    const step = stepOf(workflow, words);
    writeFileSync(join(step.folder, "base.json"), "committed by mistake\n");
    step.program("npx", `case "$2" in --version) echo 0.1.0 ;; review) exit ${status} ;; esac`);
    const outcome = step.run({ GITHUB_OUTPUT: join(step.folder, "output"), ...env });
    return { step, ended: outcome.status, stdout: outcome.stdout, calls: step.read("calls") };
  };

  it("pass on the review that base.yml kept", () => {
    const { calls } = run("review.yml", "--out review.md", { BASE: "base-review-0.1.0-main-5eed-1-1" });
    expect(calls).toMatch(/^cdktf-outreach review .* --base base\.json$/m);
  });

  it("review without it if there is none, and say so", () => {
    const { calls, stdout } = run("review.yml", "--out review.md", { BASE: "" });
    expect(calls).not.toContain("--base");
    expect(stdout).toContain("Without a review of the target branch");
  });

  it.each([
    [0, 0],
    [1, 1],
    [2, 0],
    [3, 3],
  ])("keep a review of the status %i in a step that ends with %i", (status, ended) => {
    const found = run("base.yml", "--format json", {}, status);
    expect(found.ended).toBe(ended);
    expect(["output", "base.json"].map((name) => found.step.read(name))).toEqual(["version=0.1.0\n", ""]);
    expect(found.calls).toContain("cdktf-outreach review --format json --out base.json\n");
  });

  it("use the same keys of the cache", () => {
    const keys = (name: string) =>
      Array.from(
        readFileSync(join(EXAMPLE, name), "utf8").matchAll(/key(?:s)?: (base-review-.*)$/gm),
        ([, key]) => key!.replace(/\$\{\{ ([^}]*) \}\}/g, "<$1>"),
      );
    expect(keys("base.yml")).toEqual([
      "base-review-<steps.review.outputs.version>-<github.ref_name>-<github.sha>-<github.run_id>-<github.run_attempt>",
    ]);
    expect(keys("review.yml")).toEqual([
      "base-review-<steps.version.outputs.version>-<github.base_ref>-<github.event.pull_request.base.sha>-",
      "base-review-<steps.version.outputs.version>-<github.base_ref>-",
    ]);
  });
});

it.each([
  [0, "Every object is managed."],
  [2, "::error title=Unmanaged::The workspace and the states differ"],
  [1, "::error title=Unmanaged::The check failed"],
])("the step of drift.yml that checks ends with the status %i, and prints the reason", (status, words) => {
  const step = stepOf("drift.yml", "cdktf-outreach check");
  step.program("npx", `exit ${status}`);
  expect(step.run({})).toMatchObject({ status, stdout: expect.stringContaining(words) as string });
});

describe("the step of pull.yml that pulls", () => {
  /**
   * Runs the step with a command that ends with this status, prints this line, and may edit a prompt file.
   */
  const run = (status: number, printed: string, isEdited: boolean) => {
    const step = stepOf("pull.yml", "cdktf-outreach pull");
    const git = "git -c user.name=a -c user.email=a@b";
    const edit = isEdited ? "echo edited >prompt.md; echo record >outreach-pulled.json" : ":";
    step.program("npx", `printf '%s\\n' '${printed}'; ${edit}; exit ${status}`);
    writeFileSync(join(step.folder, "prompt.md"), "applied\n");
    const commit = `git init -q && git add prompt.md && ${git} commit -qm one`;
    execFileSync("bash", ["-c", commit], { cwd: step.folder });
    const { status: ended } = step.run({
      GITHUB_OUTPUT: join(step.folder, "output"),
      GITHUB_STEP_SUMMARY: join(step.folder, "summary"),
    });
    const [output, patch, summary] = ["output", "edits.patch", "summary"].map((name) => step.read(name));
    return { ended, output, patch, summary };
  };

  const BY_HAND = "left=Some edits have to be copied by hand\n";
  const OPEN = "left=Something could not be compared or written\n";

  it.each([
    ["a written file", 2, "Wrote prompt.md: one.", ""],
    ["conflict markers", 2, "Conflict prompt.md: one.", ""],
    [
      "a written file beside an edit that is not written",
      2,
      "Wrote prompt.md: one.\nNot written: two.",
      BY_HAND,
    ],
    ["a written file beside an error", 1, "Wrote prompt.md: one.\nError: two.", OPEN],
  ])("passes %s on to the job that opens the pull request", (_, status, printed, left) => {
    const { ended, output, patch, summary } = run(status, printed, true);
    expect({ ended, output, summary }).toEqual({
      ended: 0,
      output: `edited=true\n${left}`,
      summary: `<pre>\n${printed}\n</pre>\n`,
    });
    expect(patch).toMatch(/^\+record$[^]*^\+edited$/m);
  });

  it.each([
    ["an edit that is not written", 2, "Not written: one.", BY_HAND],
    ["an error", 1, "", OPEN],
    ["a command that cannot be started", 127, "", OPEN],
  ])("leaves %s to a person, which fails the job", (_, status, printed, left) => {
    expect(run(status, printed, false)).toMatchObject({ ended: 0, output: left, patch: "" });
    const failing = stepOf("pull.yml", "$LEFT").run({ LEFT: left.slice("left=".length).trim() });
    expect(failing.status).toBe(1);
    expect(failing.stdout).toMatch(/^::error title=Edited in Outreach::Some/);
  });

  it("shows texts of the server as text: no image, link or tag in the summary", () => {
    const text = '+ ![x](https://example.com/x.png) <img src="x"> </pre> [a](b) &lt;';
    expect(run(2, text, false).summary).toBe(
      '<pre>\n+ ![x](https://example.com/x.png) &lt;img src="x"> &lt;/pre> [a](b) &amp;lt;\n</pre>\n',
    );
  });

  it("passes nothing on if nothing was edited", () => {
    expect(run(0, "Nothing to pull.", false)).toMatchObject({ ended: 0, output: "", patch: "" });
  });
});

describe("the step of pull.yml that opens the pull request", () => {
  const BOT = "41898282+github-actions[bot]@users.noreply.github.com";
  const BRANCH = "edited-in-outreach";
  let step: Step;
  let runs: number;

  const git = (folder: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=person@example.com", "-C", folder, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  const origin = () => join(step.folder, "origin");
  const branch = (...args: string[]) =>
    git(origin(), "log", "--format=%s by %ae", ...args, `main..${BRANCH}`);

  beforeEach(() => {
    step = stepOf("pull.yml", "gh pr create");
    runs = 0;
    step.program("gh", "exit 0");
    mkdirSync(origin());
    git(origin(), "init", "-q", "-b", "main");
    writeFileSync(join(origin(), "prompt.md"), "one\ntwo\nthree\n");
    git(origin(), "add", ".");
    git(origin(), "commit", "-qm", "one");
  });

  /** Runs the step in a fresh clone, with an edit of the second line. */
  function open(edit: string) {
    const temp = join(step.folder, `run-${(runs += 1)}`);
    mkdirSync(temp);
    const clone = join(temp, "clone");
    git(step.folder, "clone", "-q", origin(), clone);
    writeFileSync(join(clone, "prompt.md"), `one\n${edit}\nthree\n`);
    writeFileSync(join(temp, "edits.patch"), `${git(clone, "diff", "--binary")}\n`);
    git(clone, "checkout", "-q", ".");
    return step.run({ RUNNER_TEMP: temp, BRANCH }, clone);
  }

  /** Pushes a person's version of the branch. */
  function review(): void {
    const clone = join(step.folder, "review");
    git(step.folder, "clone", "-q", "-b", BRANCH, origin(), clone);
    writeFileSync(join(clone, "prompt.md"), "one\nreviewed\nthree\n");
    git(clone, "commit", "-qam", "Reviewed");
    git(clone, "push", "-qf", "origin", BRANCH);
  }

  it("pushes the edits, and replaces its own commit by later edits", () => {
    expect(open("2").status).toBe(0);
    expect(open("zwei").status).toBe(0);
    expect(branch()).toBe(`Prompts as edited in Outreach by ${BOT}`);
    expect(git(origin(), "show", `${BRANCH}:prompt.md`)).toBe("one\nzwei\nthree");
    expect(step.read("calls")).toContain(`pr create --head ${BRANCH} `);
  });

  it("leaves a branch with commits of others alone, and succeeds as long as there are no new edits", () => {
    open("2");
    review();
    expect(open("2")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("It is left alone.") as string,
    });
    expect(branch()).toBe(`Reviewed by person@example.com\nPrompts as edited in Outreach by ${BOT}`);
  });

  it("leaves a branch with commits of others alone, and fails if there are new edits", () => {
    open("2");
    review();
    expect(open("zwei")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("::error title=Edited in Outreach::There are new edits") as string,
    });
    expect(git(origin(), "show", `${BRANCH}:prompt.md`)).toBe("one\nreviewed\nthree");
  });
});

it.each(["review.yml", "base.yml", "drift.yml", "pull.yml"])(
  "%s has scripts that bash can parse, without pasted expressions",
  (name) => {
    expect(scriptsOf(name).length).toBeGreaterThan(0);
    // bash warns of a locale that the machine does not have.
    const env = { ...process.env, LC_ALL: "C" };
    for (const script of scriptsOf(name)) {
      expect(spawnSync("bash", ["-n"], { input: script, env, encoding: "utf8" }).stderr).toBe("");
      expect(script).not.toContain("${{");
    }
  },
);

it("pull.yml opens the pull request also after a failed first job", () => {
  const text = readFileSync(join(EXAMPLE, "pull.yml"), "utf8");
  expect(text).toMatch(/^ {4}if: \$\{\{ !cancelled\(\) && needs\.pull\.outputs\.edited \}\}$/m);
});

describe.each(["review.yml", "base.yml", "drift.yml"])("examples/pull-request/%s", (name) => {
  const text = readFileSync(join(EXAMPLE, name), "utf8");
  const lines = text.split("\n");

  it("grants the least permissions, keeps no credentials and pins every action", () => {
    expect(lines.filter((line) => /: write$/.test(line)).map((line) => line.trim())).toEqual(
      name === "review.yml" ? ["pull-requests: write"] : [],
    );
    expect(text).not.toContain("pull_request_target:");
    expect(text).toMatch(/^permissions:/m);
    const uses = lines.filter((line) => line.includes("uses:"));
    expect(uses.every((line) => /uses: (actions|hashicorp)\/[a-z/-]+@v\d+$/.test(line))).toBe(true);
    expect(text.split("actions/checkout@").length).toBe(text.split("persist-credentials: false").length);
  });

  it("locks no state, because a cancelled run would leave the lock", () => {
    const step = text.split(/\n {6}- /).find((one) => one.includes("npx cdktf-outreach review"));
    expect(step).toMatch(/^ {10}TF_CLI_ARGS_plan: -lock=false$/m);
  });

  it("gives the secrets and the right to comment to different jobs", () => {
    const jobs = text
      .slice(text.indexOf("\njobs:"))
      .split(/\n(?= {2}[a-z]+:\n)/)
      .slice(1);
    expect(jobs.length).toBe(name === "review.yml" ? 2 : 1);
    for (const job of jobs) expect(job.includes("secrets.") && job.includes(": write")).toBe(false);
  });
});
