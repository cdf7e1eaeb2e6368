import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { atMost, inParallel } from "../../../src/util/lists";
import { planStack } from "../../../src/estate/engine/plan-stack";
import { bundleCommand } from "../command";
import { planned } from "./every-format";

/**
 * An engine whose plan lasts until $NEEDED interrupts. The trap ends the process: a loop that checks a count
 * and then waits could miss an interrupt in between. The trap starts no program, which could take too long.
 */
const ENGINE = `#!/bin/sh
case "$1" in
  plan)
    count=0
    tail -f /dev/null &
    trap '
      count=$((count + 1)); echo interrupted >> "$OUT/log"; : > "$OUT/interrupted$count"
      [ $count -lt $NEEDED ] || { kill $!; exit 1; }' INT
    touch "$OUT/planning$$"
    while :; do wait; done ;;
esac
exit 0
`;

const command = bundleCommand();
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-test-"))));
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => command.remove());

/** Plans the folder with an engine that this script plays. */
function planWith(script: string) {
  const engine = join(folder, "engine");
  writeFileSync(engine, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const run = { engine, signal: new AbortController().signal, exclusively: atMost(1) };
  return planStack({ name: "s", folder }, run);
}

describe("an interrupted review", () => {
  it.each([
    ["SIGINT", 1, 1],
    ["SIGTERM", 1, 1],
    ["SIGHUP", 1, 1],
    ["SIGINT", 2, 1],
    ["SIGINT", 1, 12],
  ] as const)(
    "interrupts at %s, %i times, %i engines, and leaves no plan behind",
    async (signal, times, engines) => {
      const out = join(folder, `${signal}${times}-${engines}`);
      const names = Array.from({ length: engines }, (_, index) => `s${index}`);
      for (const name of ["tmp", ...names]) mkdirSync(join(out, name), { recursive: true });
      writeFileSync(join(out, "engine"), ENGINE);
      chmodSync(join(out, "engine"), 0o755);
      writeFileSync(
        join(out, "manifest.json"),
        JSON.stringify({
          stacks: Object.fromEntries(names.map((name) => [name, { name, workingDirectory: name }])),
        }),
      );
      const { child, finished } = command.start(
        ["review", "--cdktf-out", out, "--parallelism", String(engines)],
        {
          env: {
            ...process.env,
            TERRAFORM_BINARY_NAME: join(out, "engine"),
            OUT: out,
            NEEDED: String(times),
            TMPDIR: join(out, "tmp"),
          },
        },
      );
      await appear(out, "planning", engines);
      expect(readdirSync(join(out, "tmp"))).toHaveLength(engines);
      child.kill(signal);
      await appear(out, "interrupted1", 1);
      if (times === 2) child.kill(signal);
      const stderr = `cdktf-outreach: Interrupted by ${signal}.\n`;
      expect(await finished).toMatchObject({ status: 1, signal: null, stderr });
      // A slow machine gets to the second interrupt that follows by itself.
      const interrupts = readFileSync(join(out, "log"), "utf8").trimEnd().split("\n");
      expect(interrupts.length).toBeGreaterThanOrEqual(times * engines);
      expect(readdirSync(join(out, "tmp"))).toEqual([]);
    },
  );
});

it.each([
  ["the stack has lost it", false, 'registry.terraform.io does not have "outreach/outreach"', true],
  ["it is placed", true, 'registry.terraform.io does not have "outreach/outreach"', false],
  ["another one is missing", false, 'registry.terraform.io does not have "hashicorp/aws"', false],
])(
  "an init that lacks a provider says to run synth only if synth has to place it: %s",
  async (_, isPlaced, words, isReported) => {
    const place = "terraform.d/plugins/registry.terraform.io/outreach/outreach";
    if (isPlaced) mkdirSync(join(folder, place), { recursive: true });
    const { diagnostics } = await planWith(`echo '${words}' >&2\nexit 1`);
    const advice = `${folder} lacks terraform.d with the provider. Run cdktf synth again.\n\n`;
    expect(diagnostics).toMatchObject([{ severity: "error", detail: isReported ? advice + words : words }]);
  },
);

it("an unfinished plan of a failed run is reviewed, and its sensitive values are hidden", async () => {
  const change = planned("outreach_snippet", ["create"], null, { name: "s3cret", prompt: "Hi" });
  const plan = {
    format_version: "1.2",
    errored: true,
    resource_changes: [change],
    variables: { v: { value: "s3cret" } },
    configuration: { root_module: { variables: { v: { sensitive: true } } } },
  };
  const warning = { severity: "warning", summary: 'outreach_snippet "s3cret": {a b} is not a placeholder' };
  const said = { type: "diagnostic", diagnostic: { ...warning, address: change.address } };
  writeFileSync(join(folder, "plan.json"), JSON.stringify(plan));
  writeFileSync(join(folder, "said.json"), JSON.stringify(said));
  const failed = await planWith(`case "$1" in
  plan) for arg; do case "$arg" in -out=*) touch "\${arg#-out=}" ;; esac; done; cat said.json; exit 1 ;;
  show) [ -f "$4" ] && cat plan.json ;;
esac`);
  const [review] = reviewOf([failed]).stacks;
  expect(review).toMatchObject({
    ...{ planned: false, engine: "engine", notReviewed: [] },
    diagnostics: [{ summary: expect.stringMatching("engine plan ended with status 1$") as string }],
    changes: [
      {
        ...{ action: "create", address: change.address },
        warnings: [{ summary: 'outreach_snippet "(sensitive)": {a b} is not a placeholder' }],
      },
    ],
    totals: { create: 1, warning: 1, error: 1 },
  });
});

describe("the engine of a stack", () => {
  beforeEach(() => {
    for (const name of ["tmp", "stack"]) mkdirSync(join(folder, name));
    const stacks = { s: { name: "s", workingDirectory: "stack" } };
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ stacks }));
    writeFileSync(
      join(folder, "engine"),
      `#!/bin/sh
case "$1" in
  plan)
    for arg; do case "$arg" in -out=*) echo "{\\"format_version\\":\\"$FORMAT\\"}" > "\${arg#-out=}" || exit 1 ;; esac; done
    echo "$SAID" ;;
  show) [ -z "$PROBLEM" ] || { echo "$PROBLEM" >&2; exit 1; }; [ -n "$SILENT" ] || cat "$4" ;;
esac
`,
      { mode: 0o755 },
    );
  });
  function review(given: NodeJS.ProcessEnv = {}) {
    const env = { ...process.env, TERRAFORM_BINARY_NAME: join(folder, "engine"), FORMAT: "1.2", ...given };
    return command.runIn({ cwd: folder, env }, "review", "--cdktf-out", ".");
  }
  const noChanges = { status: 0, signal: null, stdout: "## Plan review of `s`: no changes\n", stderr: "" };

  it("has the review's TMPDIR, also if that is relative", async () => {
    expect(await review({ TMPDIR: "tmp" })).toEqual(noChanges);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  it("needs a writable TMPDIR, and the error names the variable", async () => {
    const { status, stdout, stderr } = await review({ TMPDIR: "missing" });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^cdktf-outreach: .*\bENOENT\b.*missing.*\. Set TMPDIR to a folder .*\.\n$/);
  });

  it("fails only its stack if it cannot print the plan that it made", async () => {
    const warning = { severity: "warning", summary: 'outreach_snippet "s3cret": {a b} is not a placeholder' };
    const said = JSON.stringify({ type: "diagnostic", diagnostic: warning });
    const { status, stdout, stderr } = await review({
      SAID: said,
      PROBLEM: "Error: Failed to load plugin schemas",
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(stdout).toContain("engine show ended with status 1");
    expect(stdout).toContain("Failed to load plugin schemas");
    expect(stdout).not.toContain("s3cret");
  });

  it("is an error that names it if it prints no plan", async () => {
    const { status, stderr } = await review({ SILENT: "yes" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/engine show -json prints no JSON\. Run it in the folder of the stack/);
  });

  it("is not trusted if it prints a plan in an unknown format", async () => {
    const { status, stdout, stderr } = await review({ FORMAT: "2.0" });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^cdktf-outreach: .*engine prints plans in version "2\.0" of their format/);
  });
});

/** Resolves once a folder has this number of files with the prefix. */
async function appear(folder: string, prefix: string, count: number): Promise<void> {
  const watcher = watch(folder);
  const isThere = (name: string) => name.startsWith(prefix);
  try {
    while (readdirSync(folder).filter(isThere).length < count) await once(watcher, "change");
  } finally {
    watcher.close();
  }
}

describe("inParallel", () => {
  it("keeps the order, and runs no more tasks at a time than given", async () => {
    let running = 0;
    let most = 0;
    const results = await inParallel([5, 1, 4, 2, 3], 2, async (item) => {
      most = Math.max(most, (running += 1));
      for (let turns = 0; turns < item; turns += 1) await Promise.resolve();
      running -= 1;
      return item * 10;
    });
    expect({ results, most }).toEqual({ results: [50, 10, 40, 20, 30], most: 2 });
  });

  it("fails with the first failure, after the last task", async () => {
    const ended: number[] = [];
    const run = inParallel([1, 2], 2, async (item) => {
      if (item === 1) throw new Error("one");
      await Promise.resolve();
      ended.push(item);
    });
    await expect(run).rejects.toThrow("one");
    expect(ended).toEqual([2]);
  });
});

it("atMost(1) starts a task after the end of the last, failed or not", async () => {
  const log: string[] = [];
  const alone = atMost(1);
  const task = (name: string, fails: boolean) =>
    alone(async () => {
      log.push(`${name} starts`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const ends = await Promise.allSettled([task("a", true), task("b", false)]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(log).toEqual(["a starts", "a ends", "b starts", "b ends"]);
});
