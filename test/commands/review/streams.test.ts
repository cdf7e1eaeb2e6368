import childProcess from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../src/commands/review";
import { recordedStack } from "./recorded";

const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-test-"));
/** The connections of engines whose plans have not ended. */
let planning: Socket[];
let server: Server;
const reviews: Promise<number>[] = [];
let environment: NodeJS.ProcessEnv;

/** An engine whose plan lasts until the test ends its connection. bash connects without another program. */
const ENGINE = `#!/usr/bin/env bash
case "$1" in
  plan) exec 3<>"/dev/tcp/127.0.0.1/$PORT"; read -r <&3; exit 0 ;;
  show) echo '{"format_version":"1.2","terraform_version":"1.9.0"}' ;;
esac
`;

beforeEach(async () => {
  environment = { ...process.env };
  writeFileSync(join(folder, "engine"), ENGINE, { mode: 0o755 });
  process.env["TERRAFORM_BINARY_NAME"] = join(folder, "engine");
  delete process.env["NO_COLOR"];
  planning = [];
  server = createServer((socket) => {
    planning.push(socket);
    socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env["PORT"] = String((server.address() as AddressInfo).port);
});

afterEach(async () => {
  const closed = once(server, "close");
  server.close();
  for (const socket of planning) socket.destroy();
  await closed;
  // Ends the engines that a failed test has left.
  await Promise.allSettled(reviews.splice(0));
  process.env = environment;
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Writes what cdktf synth writes for stacks without resources. */
function synthesize(...names: string[]): void {
  for (const name of names) mkdirSync(join(folder, name), { recursive: true });
  const stacks = names.map((name) => [name, { name, workingDirectory: name }]);
  writeFileSync(
    join(folder, "manifest.json"),
    JSON.stringify({ stacks: Object.fromEntries(stacks) as object }),
  );
}

/** A stream, and what was written to it. */
function stream(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string, done?: () => void) => {
    written.push(text);
    done?.();
    return true;
  };
  return { written, stream: { isTTY, columns: 80, write } as unknown as NodeJS.WriteStream };
}

/** Runs a review on a terminal or not. */
function review(isTTY: boolean, ...args: string[]) {
  const [stdout, stderr] = [stream(isTTY), stream(isTTY)];
  const ended = run(args, { stdout: stdout.stream, stderr: stderr.stream });
  reviews.push(ended);
  return { stdout: stdout.written, stderr: stderr.written, ended };
}

/** Resolves once this number of plans run. */
async function underWay(count: number): Promise<void> {
  while (planning.length < count) await once(server, "connection");
}

describe("a review of several stacks", () => {
  it.each([
    [["--parallelism", "3"], 3],
    [[], 4],
  ])(
    "plans as many stacks at a time as --parallelism names, or four: %j",
    async (args, most) => {
      const names = Array.from({ length: 2 * most }, (_, index) => `s${index}`);
      synthesize(...names);
      const spawn = jest.spyOn(childProcess, "spawn");
      const { stderr, ended } = review(true, "--cdktf-out", folder, ...args);
      await underWay(most);
      // The next stack's init would start together with the last of these plans.
      const started = spawn.mock.calls.filter(([, [step]]) => step === "init");
      spawn.mockRestore();
      expect(started).toHaveLength(most);
      expect(stderr.at(-1)).toBe(`\r\u001B[KPlanning: 0 of ${names.length} done`);
      for (const socket of planning.splice(0)) socket.end();
      await underWay(most);
      expect(planning).toHaveLength(most);
      for (const socket of planning.splice(0)) socket.end();
      expect(await ended).toBe(0);
      expect(stderr.at(-1)).toBe("\r\u001B[K");
      // Without this limit, a failing test with fewer plans at a time would wait two minutes.
    },
    30_000,
  );

  it("prints no progress without a terminal", async () => {
    synthesize("emea");
    const { stderr, ended } = review(false, "--cdktf-out", folder);
    await underWay(1);
    planning[0]!.end();
    expect(await ended).toBe(0);
    expect(stderr).toEqual([]);
  });
});

describe("a review as text", () => {
  const plan = join(folder, "update.json");
  beforeAll(() => writeFileSync(plan, JSON.stringify(recordedStack("update").plan)));

  it.each([
    ["has colours on a terminal", true, "", true],
    ["has none where there is no terminal", false, "", false],
    ["has none where NO_COLOR says so", true, "1", false],
  ])("%s", async (_, isTTY, noColor, coloured) => {
    process.env["NO_COLOR"] = noColor;
    const { stdout, ended } = review(isTTY, "--plan", plan, "--format", "text");
    expect(await ended).toBe(2);
    expect(stdout.join("")).toContain("industry_news");
    expect(stdout.join("").includes("\u001B[")).toBe(coloured);
  });
});
