import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { writeApproval } from "../../../src/approval";
import { creating, reviewed, updating } from "../../approval/changes";
import { textOf, workflow } from "../pull-request-example";
import { GitHubHost } from "./github-host";
import { Job } from "./jobs";

// The code in the section of the README, which changes the workflows for several apps.
const [, section] = /^## Several apps in one repository$([^]*?)^## /m.exec(textOf("README.md"))!;
const spans = Array.from(section!.matchAll(/`([^`]+)`/g), ([, code]) => code!.replace(/\s+/g, " "));
const spanWith = (start: string) => spans.find((span) => span.startsWith(start))!;
const { matrix } = (load(spanWith("strategy:")) as { strategy: { matrix: { app: string[] } } }).strategy;

/** Returns a text of the workflow as GitHub sees it in the job of an app, for pull request 12 or a merge queue. */
const filled = (text: string, app: string, number = "-12") =>
  text.replaceAll("${{ matrix.app }}", app).replaceAll("${{ env.NUMBER }}", number);

let host: GitHubHost;
let job: Job;
beforeEach(async () => {
  host = await new GitHubHost().start();
  job = Job.onGitHub(host.url);
});
afterEach(async () => {
  await host.stop();
  job.remove();
});

it("the artifacts of the README's jobs are those that ci finds by the option of the README", async () => {
  expect(matrix.app).toEqual(["inbound", "outbound"]);
  expect(load(spanWith("env:"))).toEqual({ env: { APP: "${{ matrix.app }}" } });
  const approvals = {
    inbound: writeApproval([reviewed(creating)]),
    outbound: writeApproval([reviewed(updating)]),
  };
  const { id: run } = host.review("c0ffee", "other", "");
  for (const [at, app] of matrix.app.entries()) {
    const page = { id: at + 1, name: filled(spanWith("review-page-"), app), run: 77, expired: false };
    const files = { "approval.json": approvals[app as keyof typeof approvals] };
    const name = filled(spanWith("approval-"), app);
    host.artifacts.push(page, { id: at + 11, name, run, expired: false, files });
  }
  const optionOf = (app: string) => spanWith("--name ").replace("$APP", app).replaceAll('"', "").split(" ");
  for (const app of matrix.app) expect(await job.comment("2", ...optionOf(app))).toBe(0);
  expect(host.comments.map(({ body }) => /review (\w+) -->[^]*artifacts\/(\d)/.exec(body)?.slice(1))).toEqual(
    [
      ["inbound", "1"],
      ["outbound", "2"],
    ],
  );

  host.land("m12", host.pulls[0]);
  const deploy = Job.onGitHub(host.url, {}, { GITHUB_SHA: "m12" });
  for (const app of matrix.app) {
    const out = join(deploy.folder, app);
    expect(await deploy.ci(["approvals", "--out", out, "--environment", app, ...optionOf(app)])).toBe(0);
    expect(readFileSync(join(out, "12.json"), "utf8")).toBe(approvals[app as keyof typeof approvals]);
  }
  expect(deploy.printed.match(/#12: 1 approved change/g)).toHaveLength(2);
  deploy.remove();
});

it("the README names each path, artifact, key and command of the jobs that the apps would share", () => {
  const texts = ["review.yml", "drift.yml"].flatMap((name) =>
    Object.values(workflow(name).jobs).flatMap(({ steps }) => steps),
  );
  const used = texts.map((step) => step.with ?? {});
  const of = (key: string) => [...new Set(used.flatMap((one) => one[key] ?? []))];
  expect(of("name")).toEqual(["review-page", "approval${{ env.NUMBER }}"]);
  expect(of("key")).toEqual(["${{ env.KEY }}"]);
  expect(of("path")).toEqual(["base.json", "review.*", "approval.json", "${{ runner.temp }}/review"]);
  expect(spans).toEqual(
    expect.arrayContaining(["base.json", "review.*", "approval.json", "KEY", "review-$APP-"]),
  );
  const commands = texts.flatMap(({ run }) => run?.match(/cdktf-outreach ci \w+/g) ?? []);
  expect(commands).toEqual(["cdktf-outreach ci comment"]);
});
