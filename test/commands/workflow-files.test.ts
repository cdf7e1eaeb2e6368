import { spawnSync } from "node:child_process";
import { load } from "js-yaml";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptsOf, textOf, type Workflow, workflow, WORKFLOWS } from "./pull-request-example";

// The keys of https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax that the files may use.
const OF_WORKFLOW = ["concurrency", "env", "jobs", "name", "on", "permissions"];
const OF_JOB = [
  ...["concurrency", "env", "environment", "if", "needs", "outputs"],
  ...["permissions", "runs-on", "steps", "timeout-minutes"],
];
const OF_STEP = ["continue-on-error", "env", "id", "if", "run", "uses", "with"];

const jobsOf = (name: string) => Object.entries(workflow(name).jobs);

const linesOf = (name: string) => textOf(name).trimEnd().split("\n").length;

const ALL = [...WORKFLOWS, "gitlab-ci.yml"];

it.each(ALL)("%s has at most 60 lines", (name) => {
  expect(linesOf(name)).toBeLessThanOrEqual(60);
});

describe.each(WORKFLOWS)("the workflow %s", (name) => {
  const parsed: Workflow = workflow(name);
  const jobs = jobsOf(name);
  const steps = jobs.flatMap(([, job]) => job.steps);

  it("has only keys that GitHub documents", () => {
    expect(OF_WORKFLOW).toEqual(expect.arrayContaining(Object.keys(parsed)));
    for (const [, job] of jobs) expect(OF_JOB).toEqual(expect.arrayContaining(Object.keys(job)));
    for (const step of steps) {
      expect(OF_STEP).toEqual(expect.arrayContaining(Object.keys(step)));
      expect("run" in step).not.toBe("uses" in step);
    }
  });

  it("uses in the environment of a job only what GitHub knows before the job has a runner", () => {
    const texts = [parsed.env, ...jobs.map(([, { env }]) => env)].flatMap((env) => Object.values(env ?? {}));
    expect(texts.filter((text) => /\b(runner|steps|env|job)\./.test(text))).toEqual([]);
  });

  it("pins every action, and starts no run with the secrets for the code of a stranger", () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((one) => !/^(actions|hashicorp)\/[a-z/-]+@v\d+$/.test(one))).toEqual([]);
    expect(textOf(name)).not.toContain("pull_request_target");
  });

  it("gives secrets of the API and a token that writes to different jobs", () => {
    for (const [id, job] of jobs) {
      const rights = Object.values(job.permissions ?? parsed.permissions);
      const hasSecrets = JSON.stringify(job).includes("secrets.OUTREACH_");
      expect([id, hasSecrets && rights.includes("write")]).toEqual([id, false]);
      expect([id, rights.filter((right) => !["read", "write"].includes(right))]).toEqual([id, []]);
    }
  });

  it("runs no script of a package in a job whose token writes, and fetches no other package", () => {
    for (const [, job] of jobs) {
      if (!Object.values(job.permissions ?? parsed.permissions).includes("write")) continue;
      const commands = job.steps.flatMap(({ run }) => run?.match(/\bnp[mx] .*/g) ?? []);
      for (const command of commands)
        expect(command).toMatch(/^npm ci --ignore-scripts$|^npx --no -- cdktf-outreach ci /);
    }
  });

  it("keeps no token in the folder of a job, and fetches the history only to push", () => {
    for (const [, { steps: all }] of jobs) {
      const checkout = all.find(({ uses }) => uses?.startsWith("actions/checkout@"));
      const isPushed = all.some(({ run }) => run?.includes("ci propose"));
      expect(checkout!.with).toMatchObject({ "persist-credentials": false });
      expect(checkout!.with!["fetch-depth"]).toBe(isPushed ? 0 : undefined);
    }
  });

  it("locks no state for a plan, because a run that is cancelled would leave the lock", () => {
    for (const { run, env } of steps)
      if (run?.includes("cdktf-outreach review"))
        expect(env).toMatchObject({ TF_CLI_ARGS_plan: "-lock=false" });
  });

  it("has scripts that bash can parse, without pasted expressions", () => {
    // bash warns of a locale that the machine does not have.
    const env = { ...process.env, LC_ALL: "C" };
    for (const script of scriptsOf(name)) {
      expect(spawnSync("bash", ["-n"], { input: script, env, encoding: "utf8" }).stderr).toBe("");
      expect(script).not.toContain("${{");
    }
  });
});

describe("review.yml", () => {
  const { on, jobs, env } = workflow("review.yml");
  const { review, comment } = jobs;

  it("reviews pull requests and the groups of a merge queue, the merge as it is now", () => {
    expect(on).toEqual(["pull_request", "merge_group"]);
    expect(review!.steps[0]!.with).toMatchObject({ ref: "${{ github.ref }}" });
    expect(review!.if).toMatch(
      /^github\.event_name == 'merge_group' \|\| \(.*full_name == github\.repository && /,
    );
  });

  it("names the approvals as ci approvals finds them", () => {
    expect(env!["NUMBER"]).toBe("${{ github.event.number && format('-{0}', github.event.number) }}");
    const names = review!.steps.flatMap((step) => step.with?.["name"] ?? []);
    expect(names).toEqual(["review-page", "approval${{ env.NUMBER }}"]);
  });

  it("has a check that fails if the review was cancelled, and is skipped only with it", () => {
    expect(comment!.needs).toBe("review");
    expect(comment!.if).toBe("always() && needs.review.result != 'skipped'");
  });

  it("takes no files of an earlier attempt if the review failed", () => {
    const download = comment!.steps.find(({ uses }) => uses?.startsWith("actions/download-artifact"));
    expect(download!.if).toBe("needs.review.result == 'success'");
  });

  it("comments with the code of the target branch, and takes the files of the review for no code", () => {
    const [checkout, download] = comment!.steps;
    expect(checkout!.with).toMatchObject({ ref: "${{ env.TARGET }}" });
    expect(env!["TARGET"]).toBe("${{ github.base_ref || github.event.merge_group.base_ref }}");
    expect(download!.with).toMatchObject({ name: "review-page", path: "${{ runner.temp }}/review" });
  });

  it("installs and comments only if the target branch has the package", () => {
    const [look, ...others] = comment!.steps.filter(({ run }) => run !== undefined);
    expect(look!.run).toContain('echo MISSING=1 >> "$GITHUB_ENV"');
    expect(others.map((step) => step.if)).toEqual(["!env.MISSING", "!env.MISSING"]);
  });
});

describe("deploy.yml", () => {
  const { jobs } = workflow("deploy.yml");

  it.each(["staging", "production"])("deploys %s by itself, and reports it", (stack) => {
    const deploy = jobs[stack]!;
    const report = jobs[`${stack}-report`]!;
    expect(deploy).toMatchObject({ environment: stack, concurrency: `deploy-${stack}` });
    expect(deploy.needs).toBe(stack === "production" ? "staging" : undefined);
    expect(report).toMatchObject({
      needs: stack,
      if: `always() && needs.${stack}.outputs.approvals == 'success'`,
      env: { STACK: stack, RESULT: `\${{ needs.${stack}.result }}` },
    });
    // A job with the name of an environment counts as a deploy.
    expect(report.environment).toBeUndefined();
    expect(report.steps).toBe(jobs["staging-report"]!.steps);
  });
});

it("drift.yml keeps the review in the cache under the name by which review.yml finds the newest", () => {
  // Also if the check has found something, but not if the review has failed.
  expect(workflow("drift.yml").jobs["drift"]!.steps.at(-1)).toMatchObject({
    if: "always() && env.KEY",
    with: { path: "base.json", key: "${{ env.KEY }}" },
  });
  const keyOf = (name: string) => /review-\$\(npx cdktf-outreach --version\)-\S+/.exec(textOf(name))?.[0];
  expect(keyOf("review.yml")).toBe('review-$(npx cdktf-outreach --version)-${TARGET#refs/heads/}-"');
  expect(keyOf("drift.yml")).toBe(
    'review-$(npx cdktf-outreach --version)-$GITHUB_REF_NAME-$GITHUB_RUN_ID-$GITHUB_RUN_ATTEMPT"',
  );
});

it.each(["pull.yml", "rollback.yml"])(
  "%s opens its pull request with PULL_REQUEST_TOKEN, if there is one",
  (name) => {
    const job = Object.values(workflow(name).jobs).at(-1)!;
    const GITHUB_TOKEN = "${{ secrets.PULL_REQUEST_TOKEN || github.token }}";
    expect(job.steps.at(-1)!.env).toMatchObject({ GITHUB_TOKEN });
    expect(JSON.stringify(job)).not.toContain("OUTREACH_");
  },
);

it("pull.yml opens the pull request also after a failed first job", () => {
  expect(workflow("pull.yml").jobs["open"]!.if).toBe("always() && needs.pull.outputs.edited");
});

describe("evals.yml", () => {
  const { jobs } = workflow("../evals/evals.yml");

  it("gives the secrets of the API and the key of the model to different jobs", () => {
    const secretsOf = (name: string) =>
      new Set(JSON.stringify(jobs[name]).match(/(?<=secrets\.)(?:OUTREACH|OPENAI)/g));
    expect([...secretsOf("prompts"), ...secretsOf("evaluate"), ...secretsOf("review")]).toEqual([
      ...["OUTREACH", "OPENAI", "OUTREACH"],
    ]);
  });

  it("runs nothing of the pull request in the job with the key", () => {
    const [checkout, , install, download] = jobs["evaluate"]!.steps;
    expect(checkout!.with).toMatchObject({ ref: "${{ github.base_ref }}" });
    expect(install!.run).toBe("npm ci --ignore-scripts");
    expect(download!.with).toEqual({ name: "evals", path: "${{ runner.temp }}/evals" });
  });
});

describe("gitlab-ci.yml", () => {
  type GitLabJob = Record<string, unknown> & {
    extends?: string;
    environment?: unknown;
    before_script?: string[];
  };
  const file = load(textOf("gitlab-ci.yml")) as Record<string, GitLabJob>;
  const jobs = Object.entries(file).filter(([name]) => !["default", "variables", ".push"].includes(name));
  const whole = (name: string): GitLabJob => {
    const job = file[name]!;
    return { ...(job.extends === undefined ? file["default"] : whole(job.extends)), ...job };
  };

  it("has only keys that GitLab documents, and needs only jobs that exist", () => {
    const keys = [
      ...["artifacts", "before_script", "environment", "extends", "needs"],
      ...["resource_group", "rules", "script"],
    ];
    for (const [, job] of jobs) {
      expect(keys).toEqual(expect.arrayContaining(Object.keys(job)));
      const needed = ((job["needs"] ?? []) as (string | { job: string })[]).map((one) =>
        typeof one === "string" ? one : one.job,
      );
      expect(Object.keys(file)).toEqual(expect.arrayContaining(needed));
    }
  });

  it("gives NOTE_TOKEN only to jobs that run the commit of the target branch, without its scripts", () => {
    const withToken = jobs.filter(([name]) => JSON.stringify(whole(name).environment)?.includes("notes"));
    expect(withToken.map(([name]) => name)).toEqual([
      ...[".ci", "note", "approvals staging", "approvals production", ".report"],
      ...["report staging", "report production"],
    ]);
    for (const [name] of withToken) expect(whole(name).before_script).toBe(file[".ci"]!.before_script);
    expect(file[".ci"]!.before_script).toEqual([
      'git fetch --quiet --depth 1 origin "${CI_MERGE_REQUEST_TARGET_BRANCH_NAME:-$CI_COMMIT_SHA}" && ' +
        "git checkout --quiet --force FETCH_HEAD",
      expect.stringMatching(/^git grep .*; npm ci --ignore-scripts$/),
    ]);
  });

  it.each([
    [
      "passes a merge request into a branch without the package",
      "typescript",
      { CI_MERGE_REQUEST_IID: "1" },
      0,
      "",
    ],
    ["fails for a push without the package", "typescript", {}, 1, ""],
    [
      "installs a branch that has the package",
      "cdktf-outreach",
      { CI_MERGE_REQUEST_IID: "1" },
      7,
      "installed\n",
    ],
  ])("a job with NOTE_TOKEN %s", (_, dependency, env, status, stdout) => {
    const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-ci-"));
    try {
      // The script goes on after the line, as GitLab joins before_script and script.
      const script = [
        "git init -q && git add package.json",
        "npm() { echo installed; }",
        ...[file[".ci"]!.before_script!.at(-1), "exit 7"],
      ];
      writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies: { [dependency]: "1" } }));
      const all = { PATH: process.env["PATH"], HOME: folder, LC_ALL: "C", ...env };
      const args = ["-e", "-c", script.join("\n")];
      expect(spawnSync("bash", args, { cwd: folder, env: all, encoding: "utf8" })).toMatchObject({
        status,
        stdout,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("deploys to one environment at a time, to production after staging and after a person has started it", () => {
    const rule = '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH';
    expect(whole("staging")).toMatchObject({ environment: "$CI_JOB_NAME", resource_group: "$CI_JOB_NAME" });
    expect(whole("production")).toMatchObject({
      needs: ["approvals production", "staging"],
      rules: [{ if: rule, when: "manual" }],
    });
  });

  it("has scripts that bash can parse", () => {
    const env = { ...process.env, LC_ALL: "C" };
    for (const script of scriptsOf("gitlab-ci.yml"))
      expect(spawnSync("bash", ["-n"], { input: script, env, encoding: "utf8" }).stderr).toBe("");
  });
});

it("the workflows of the folder have at most 300 lines together", () => {
  const own = ALL.filter((name) => !name.startsWith("../"));
  expect(own.reduce((sum, name) => sum + linesOf(name), 0)).toBeLessThanOrEqual(300);
});
