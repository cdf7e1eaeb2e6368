import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENGINE } from "../terraform/engine";
import { cloneInto } from "./clone";
import { CDKTF, cdktfBench, succeeded } from "./harness";

const bench = cdktfBench({ provider: "in-process" });

let base: string;

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "cdktf-outreach-team-"));
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

test("the team's workspace: both of its stacks are deployed, each with its clusters and prompts", async () => {
  const cwd = join(cloneInto(base), "examples/team-workspace");
  // The example allows two requests per second, which would take 15 s here.
  const stack = join(cwd, "region-stack.ts");
  const text = readFileSync(stack, "utf8");
  expect(text).toContain("requestsPerSecond: 2 ");
  writeFileSync(stack, text.replace("requestsPerSecond: 2 ", "requestsPerSecond: 200 "));
  const project = bench.project({ package: "none" });
  const deploy = [CDKTF, "deploy", "emea", "americas", "--auto-approve"];
  succeeded("cdktf deploy", await project.spawn(process.execPath, deploy, { cwd }));
  const names = bench
    .simulator()
    .objects()
    .map(({ name }) => name);
  const emea = ["new-business", "opener", "partners", "renewal-check", "renewals"];
  const americas = ["event-invitation", "events", "new-business", "opener"];
  expect(names.sort()).toEqual([
    ...americas.map((name) => `americas ${name}`),
    ...emea.map((name) => `emea ${name}`),
  ]);
  // It would end with another status than 0 where anything is to be done.
  for (const stack of ["emea", "americas"]) {
    const folder = join(cwd, "cdktf.out/stacks", stack);
    const plan = await project.spawn(ENGINE, ["plan", "-detailed-exitcode"], { cwd: folder });
    expect(plan).toMatchObject({ status: 0 });
  }
});
