import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "../../src/api";
import { dialectSettings } from "../../src/simulator";
import { bundleCommand } from "./command";

const command = bundleCommand();
afterAll(() => command.remove());

const identity = { userId: "u", workspaceId: "w" };

async function call(url: string, operation: keyof typeof operations, body: object) {
  const response = await fetch(url + operations[operation].path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...identity, ...body }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

describe("cdktf-outreach", () => {
  it("prints the version of its package", async () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as {
      version: string;
    };
    for (const flag of ["--version", "-v"])
      expect(await command.run(flag)).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("prints its help", async () => {
    for (const flag of ["--help", "-h", "help"]) {
      const { status, stdout, stderr } = await command.run(flag);
      expect([status, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(/^Usage: cdktf-outreach <command>[^]*simulate {2,}Run a local simulator/);
      expect(
        stdout
          .match(/^(?:\S.*:$| {2}[a-z]+)/gm)
          ?.join(" ")
          .replace(/ +/g, " "),
      ).toBe(
        "Every day: review pull Every week: check find lint Once: init export doctor install probe simulate " +
          "In CI: ci Options:",
      );
    }
  });

  it.each(["--help", "-h"])("prints the help of a command with %s", async (flag) => {
    const { status, stdout, stderr } = await command.run("lint", "snippet.md", flag);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Usage: cdktf-outreach lint/);
  });

  it.each([
    [[], /^Usage: cdktf-outreach <command>/],
    [
      ["simulat"],
      /^cdktf-outreach: There is no command "simulat"\. Did you mean simulate\? See cdktf-outreach --help\.\n$/,
    ],
    [["plan"], /^cdktf-outreach: There is no command "plan"\. See cdktf-outreach --help\.\n$/],
    [["--versoin"], /^cdktf-outreach: Unknown option '--versoin'\. Did you mean --version\? See /],
    [["check", "--mach", "a"], /^cdktf-outreach: Unknown option '--mach'\. Did you mean --match\? See /],
    [["--verbose"], /^cdktf-outreach: Unknown option '--verbose'\. See cdktf-outreach --help\.\n$/],
    [["toString"], /no command "toString"/],
    [["help", "toString"], /no command "toString"/],
  ])("stops with status 1 for %j", async (args, message) => {
    const { status, stdout, stderr } = await command.run(...args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(message);
  });
});

describe("cdktf-outreach simulate", () => {
  it("prints a help of one screen about its options and its ready line", async () => {
    const { status, stdout } = await command.run("simulate", "--help");
    expect(status).toBe(0);
    for (const text of ["--port N", "--state FILE", "listening on http://127.0.0.1:4010\n", "--help dialect"])
      expect(stdout).toContain(text);
    expect(stdout.split("\n").length).toBeLessThanOrEqual(24);
    expect((await command.run("help", "simulate")).stdout).toBe(stdout);
  });

  it("prints every dialect setting with --help dialect", async () => {
    const { status, stdout } = await command.run("simulate", "--help", "dialect");
    expect(status).toBe(0);
    for (const name of Object.keys(dialectSettings)) expect(stdout).toContain(`  ${name}\n`);
    expect(stdout).toContain("404 | 400 | 200-error | 200-null | 200-empty");
    expect((await command.run("help", "simulate", "dialect")).stdout).toBe(stdout);
    const other = await command.run("simulate", "--help", "dialects");
    expect(other).toMatchObject({ status: 1, stdout: "" });
    expect(other.stderr).toContain("The only topic of --help is dialect.");
  });

  it.each([
    [["--prot", "1"], "Unknown option '--prot'. Did you mean --port? See cdktf-outreach simulate --help."],
    [["4010"], "Unexpected argument '4010'. See cdktf-outreach simulate --help."],
    [["--port", "x"], '--port takes a whole number from 0 to 65535, not "x".'],
    [["--port"], "argument missing"],
    [["--seed", "1.5"], "--seed takes a whole number"],
    [["--dialect", "notFound"], '--dialect takes key=value, not "notFound".'],
    [["--dialect", "notFound=500"], 'dialect.notFound is none of "404", "400",'],
    [["--state", ""], '--state takes the name of a file, not "". See cdktf-outreach simulate --help.'],
    [["--port", "0", "--state", command.folder], `The state file ${command.folder} cannot be used: EISDIR`],
    [["--port", "0", "--state", __filename], "is not a state file of this simulator"],
  ])("stops with status 1 and one line for %j", async (args, message) => {
    const { status, stdout, stderr } = await command.run("simulate", ...args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("reports a port that is in use", async () => {
    const { url } = await command.simulate();
    const { status, stderr } = await command.run("simulate", "--port", new URL(url).port);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^cdktf-outreach: Port \d+ on 127.0.0.1 is in use.*for any free port\.\n$/),
    ]);
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "prints exactly one line, and ends cleanly on %s",
    async (signal) => {
      const { url, line, child, finished } = await command.simulate();
      expect(line).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
      expect((await call(url, "ListClusters", {})).status).toBe(200);
      child.kill(signal);
      expect(await finished).toEqual({ status: 0, signal: null, stdout: `${line}\n`, stderr: "" });
    },
  );

  it("opens no inspector at SIGUSR1", async () => {
    const { url, child, finished } = await command.simulate();
    child.kill("SIGUSR1");
    expect((await call(url, "ListClusters", {})).status).toBe(200);
    child.kill("SIGTERM");
    expect(await finished).toMatchObject({ status: 0, stderr: "" });
  });

  it("ends with --idle once no request has come for that time", async () => {
    const { finished } = await command.simulate("--idle", "1");
    expect(await finished).toMatchObject({ status: 0, stderr: "" });
  });

  it("passes the seed, the dialect and the latency to the simulator", async () => {
    const options = ["--seed", "7", "--dialect", "notFound=400", "--dialect", "pageSize=1", "--latency", "1"];
    const [first, second] = await Promise.all([command.simulate(...options), command.simulate(...options)]);
    const create = { name: "a", prompt: "" };
    const { json } = await call(first.url, "CreateSnippet", create);
    expect((await call(second.url, "CreateSnippet", create)).json).toEqual(json);
    await call(first.url, "CreateSnippet", create);
    expect((await call(first.url, "ListSnippet", {})).json["snippets"]).toHaveLength(1);
    expect((await call(first.url, "GetSnippet", { snippetId: "x" })).status).toBe(400);
  });
});

it("a simulator that is killed keeps exactly the writes that it confirmed", async () => {
  const state = join(command.folder, "state");
  const confirmed = new Set<string>();
  const sent = new Set<string>();
  for (let round = 0; round < 4; round += 1) {
    const { url, child, finished } = await command.simulate("--state", state);
    const before = await allNames(url);
    for (const name of confirmed) expect(before).toContain(name);
    for (const name of before) expect(sent).toContain(name);
    expect(new Set(before).size).toBe(before.length);

    const killAt = confirmed.size + 5 + Math.floor(Math.random() * 60);
    const worker = async (index: number) => {
      for (let step = 0; ; step += 1) {
        const name = `${round}-${index}-${step}`;
        sent.add(name);
        await call(url, "CreateSnippet", { name, prompt: "p".repeat(500) });
        confirmed.add(name);
        if (confirmed.size >= killAt) child.kill("SIGKILL");
      }
    };
    await Promise.allSettled([0, 1, 2, 3, 4].map(worker));
    expect((await finished).signal).toBe("SIGKILL");
  }
  expect(confirmed.size).toBeGreaterThanOrEqual(20);
});

async function allNames(url: string): Promise<unknown[]> {
  const names: unknown[] = [];
  let nextToken: unknown = null;
  do {
    const { json }: { json: Record<string, unknown> } = await call(url, "ListSnippet", { nextToken });
    names.push(...(json["snippets"] as { name: string }[]).map(({ name }) => name));
    nextToken = json["nextToken"];
  } while (nextToken !== null);
  return names;
}
