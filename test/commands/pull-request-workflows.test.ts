import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { scriptsOf } from "./pull-request-example";

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
      env: { PATH: path, HOME: this.folder, LC_ALL: "C", ...env },
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

describe("the steps of review.yml", () => {
  const COMMITTED = ["review.md", "review.html", "approval.json"];
  const HEAD = "c0ffee5d1c";

  /** Runs the review, with this status, of a merge whose second parent is HEAD. */
  const review = (status: number, env: NodeJS.ProcessEnv = {}) => {
    const step = stepOf("review.yml", "cdktf-outreach review");
    for (const name of COMMITTED) writeFileSync(join(step.folder, name), "committed by mistake\n");
    step.program("git", `printf 'tree 1\nparent 5eed\nparent ${HEAD}\n'`);
    step.program("npx", `exit ${status}`);
    return { step, ...step.run({ BASE: "", HEAD, ...env }) };
  };
  const REVIEW = "cdktf-outreach review --out review.md --out review.html --approval approval.json";

  it.each([0, 1, 2, 3])("pass the status %i on, and no file that was committed", (status) => {
    const found = review(status);
    expect(found.status).toBe(0);
    expect(found.step.read("review.status")).toBe(`${status}\n`);
    // One plan makes the comment, the page and the approval.
    expect(found.step.read("calls")).toBe(`cat-file -p HEAD\n${REVIEW}\n`);
    expect(COMMITTED.filter((name) => found.step.has(name))).toEqual([]);
  });

  it("compare with the review that drift.yml has kept", () => {
    expect(review(0, { BASE: "--base base.json" }).step.read("calls")).toContain(
      `${REVIEW} --base base.json\n`,
    );
  });

  it("review nothing if the merge is of another commit, as in an old run that is started again", () => {
    const { status, stdout, step } = review(0, { HEAD: "0ther" });
    expect(status).toBe(1);
    expect(stdout).toContain("::error::The merge is not of 0ther.");
    expect(step.read("calls")).toBe("cat-file -p HEAD\n");
    expect([...COMMITTED, "review.status"].filter((name) => step.has(name))).toEqual([]);
  });

  it("review the commit of a merge queue, which has no pull request", () => {
    expect(review(0, { HEAD: "" }).step.read("calls")).toContain(REVIEW);
  });

  it.each(["main", "refs/heads/main"])(
    "search for the review of the target %s by the same name",
    (TARGET) => {
      const step = stepOf("review.yml", "KEY=");
      step.program("npx", "echo 0.1.0");
      expect(step.run({ TARGET, GITHUB_ENV: join(step.folder, "env") }).status).toBe(0);
      expect(step.read("env")).toBe("KEY=review-0.1.0-main-\n");
    },
  );

  it.each([0, 1, 3])(
    "end with the status %i of ci comment, and take what the review has written",
    (status) => {
      const step = stepOf("review.yml", "ci comment");
      const FILE = join(step.folder, "review");
      writeFileSync(`${FILE}.status`, "2\n");
      step.program("npx", `exit ${status}`);
      expect(step.run({ FILE }).status).toBe(status);
      expect(step.read("calls")).toBe(
        `--no -- cdktf-outreach ci comment ${FILE}.md --html ${FILE}.html --status 2\n`,
      );
    },
  );

  it.each([
    ["comment if a package.json of the target branch has the package", "cdktf-outreach", "1", 0, ""],
    ["do not comment before the target branch has the package", "typescript", "2", 0, "MISSING=1\n"],
    ["fail without a comment if the review failed", "typescript", "1", 1, ""],
    ["fail without a comment if the review kept no status", "typescript", undefined, 2, ""],
  ])("%s", (_, dependency, reviewed, status, written) => {
    const step = stepOf("review.yml", "git grep");
    const [env, app] = [join(step.folder, "env"), join(step.folder, "app")];
    for (const folder of ["app", "review"]) mkdirSync(join(step.folder, folder));
    writeFileSync(join(app, "package.json"), JSON.stringify({ dependencies: { [dependency]: "1" } }));
    if (reviewed !== undefined) writeFileSync(join(step.folder, "review/review.status"), `${reviewed}\n`);
    execFileSync("bash", ["-c", "git init -q && git add app"], { cwd: step.folder });
    expect(step.run({ RUNNER_TEMP: step.folder, GITHUB_ENV: env }).status).toBe(status);
    expect(step.read("env")).toBe(written);
  });

  it("comment also after a review that has kept no file", () => {
    const step = stepOf("review.yml", "ci comment");
    step.program("npx", "exit 1");
    expect(step.run({ FILE: "none/review" }).status).toBe(1);
    expect(step.read("calls")).toMatch(/ --status $/m);
  });
});

describe("the steps of drift.yml", () => {
  const review = (status: number, isWritten = true, more: NodeJS.ProcessEnv = {}) => {
    const step = stepOf("drift.yml", "cdktf-outreach review");
    writeFileSync(join(step.folder, "base.json"), "committed by mistake\n");
    const write = isWritten ? `echo '## Plan review' >"$RUNNER_TEMP/review.md"` : ":";
    const check = 'exit "$CHECK"';
    step.program(
      "npx",
      `case "$2" in --version) echo 0.1.0 ;; review) ${write}; exit ${status} ;; check) ${check} ;; esac`,
    );
    const [summary, env] = [join(step.folder, "summary"), join(step.folder, "env")];
    const { status: ended, stdout } = step.run({
      ...more,
      ...{ GITHUB_ENV: env, GITHUB_STEP_SUMMARY: summary, GITHUB_REF_NAME: "main" },
      ...{ GITHUB_RUN_ID: "77", GITHUB_RUN_ATTEMPT: "2", RUNNER_TEMP: step.folder },
    });
    return { step, ended, stdout };
  };

  it.each([0, 2])("keep a review with the status %i, by the version that reads it", (status) => {
    const { step, ended } = review(status);
    expect(ended).toBe(0);
    expect(step.read("env")).toBe("KEY=review-0.1.0-main-77-2\n");
    expect(step.read("calls")).not.toContain("check");
    expect(step.read("summary")).toBe("## Plan review\n");
    expect(step.read("calls")).toContain(
      `cdktf-outreach review --out ${step.folder}/review.md --out base.json\n`,
    );
    expect(step.has("base.json")).toBe(false);
  });

  it.each([1, 3])("fail for a review with the status %i, and keep none", (status) => {
    const { step, ended } = review(status);
    expect([ended, step.has("env")]).toEqual([1, false]);
    expect(step.read("summary")).toBe("## Plan review\n");
    expect(review(status, false).ended).toBe(1);
  });

  it.each([
    [0, 0, 0],
    [2, 0, 1],
    [0, 2, 1],
    [0, 1, 1],
  ])("report a review with the status %i and a check with %i as a step with %i", (status, check, ended) => {
    for (const GITHUB_EVENT_NAME of ["schedule", "workflow_dispatch"]) {
      const found = review(status, true, { GITHUB_EVENT_NAME, CHECK: String(check) });
      expect(found.ended).toBe(ended);
      expect(found.stdout).toBe(
        ended === 0 ? "" : `::error title=Drift::review: ${status}, check: ${check} (2: differences)\n`,
      );
      // The review is kept also if something differs.
      expect(found.step.read("env")).toBe("KEY=review-0.1.0-main-77-2\n");
    }
  });
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
    const { status: ended, stdout } = step.run({
      GITHUB_OUTPUT: join(step.folder, "output"),
      GITHUB_STEP_SUMMARY: join(step.folder, "summary"),
    });
    const [output, patch, summary] = ["output", "edits.patch", "summary"].map((name) => step.read(name));
    return { ended, stdout, output, patch, summary };
  };

  const FAILED = "::error title=Edited in Outreach::Not all edits are written: see the summary.\n";

  it.each([
    ["a written file", 2, "Wrote prompt.md: one.", 0],
    ["conflict markers", 2, "Conflict prompt.md: one.", 0],
    ["a written file beside an edit that is not written", 2, "Wrote prompt.md: one.\nNot written: two.", 1],
    ["a written file beside an error", 1, "Wrote prompt.md: one.\nError: two.", 1],
  ])("passes %s on to the job that opens the pull request", (_, status, printed, ends) => {
    const { ended, output, patch, summary, stdout } = run(status, printed, true);
    expect({ ended, output, summary, stdout }).toEqual({
      ended: ends,
      output: "edited=true\n",
      summary: `<pre>\n${printed}\n</pre>\n`,
      stdout: ends === 0 ? "" : FAILED,
    });
    expect(patch).toMatch(/^\+record$[^]*^\+edited$/m);
  });

  it.each([
    ["an edit that is not written", 2, "Not written: one."],
    ["an error", 1, ""],
    ["a command that cannot be started", 127, ""],
  ])("leaves %s to a person, which fails the job", (_, status, printed) => {
    expect(run(status, printed, false)).toMatchObject({ ended: 1, output: "", patch: "", stdout: FAILED });
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

it.each([
  [
    "pull.yml",
    { RUNNER_TEMP: "/temp", TITLE: "Edited in Outreach" },
    "/temp/edits/edits.patch --branch edited-in-outreach --title Edited in Outreach",
  ],
  ["rollback.yml", { COMMIT: "c0ffee5 --help" }, "--revert c0ffee5 --help"],
])("%s opens its pull request with ci propose, and ends with its status", (workflow, env, args) => {
  const step = stepOf(workflow, "ci propose");
  step.program("npx", "exit 1");
  expect(step.run(env).status).toBe(1);
  expect(step.read("calls")).toBe(`--no -- cdktf-outreach ci propose ${args}\n`);
});
