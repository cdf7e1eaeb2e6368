import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  checkConstructs,
  checkFork,
  checkTerminal,
  checkTerrain,
} from "../../../src/commands/doctor/project";
import { doctorBench, lineOf } from "./doctor-bench";

const bench = doctorBench();

/** Returns the findings about the packages of the app in a folder of the project. */
function found(app = ".", node = "v22.19.0"): string[] {
  const folder = join(bench.folder(), app);
  bench.writeJson(join(app, "cdktf.json"), {});
  const context = { ...bench.context(), folder, node: { status: 0, stdout: `${node}\n`, stderr: "" } };
  return [checkFork, checkTerrain, checkConstructs].flatMap((check) => check(context)).map(lineOf);
}

const cdktf = 'ok: cdktf 0.21.0: import from "cdktf-outreach".';
const cdktn = 'ok: cdktn 0.24.0: import from "cdktf-outreach/cdktn".';

test("a folder without cdktf.json needs no packages", () => {
  expect([checkFork, checkTerrain, checkConstructs].flatMap((check) => check(bench.context()))).toEqual([]);
});

test("an app without packages has one error for each", () => {
  expect(found()).toEqual([
    "error: Neither cdktf nor cdktn is installed. Run npm install cdktn constructs@10.7.",
    "error: constructs is not installed. Run npm install constructs@10.7.",
  ]);
});

test.each(["cdktf", "cdktn"])("an app with %s is told what to import", (fork) => {
  bench.installPackage(fork, fork === "cdktf" ? "0.21.0" : "0.24.0");
  bench.installPackage("constructs", "10.7.0");
  expect(found()).toEqual([fork === "cdktf" ? cdktf : cdktn]);
});

describe("an app in a workspace", () => {
  const app = "packages/my app";

  test("uses the packages that npm has hoisted, also if only the root's package.json names them", () => {
    bench.writeJson("package.json", { workspaces: ["packages/*"], dependencies: { cdktf: "^0.21.0" } });
    bench.writeJson(join(app, "package.json"), { name: "app" });
    bench.installPackage("cdktf", "0.21.0");
    bench.installPackage("constructs", "10.7.0");
    expect(found(app)).toEqual([cdktf]);
  });

  test("uses the library that its own package.json names if another app has hoisted the other one", () => {
    bench.writeJson(join(app, "package.json"), { devDependencies: { cdktn: "0.24.0" } });
    bench.installPackage("cdktf", "0.21.0");
    bench.installPackage("cdktn", "0.24.0", { at: app });
    bench.installPackage("constructs", "10.8.0");
    expect(found(app)).toEqual([
      cdktn,
      "error: constructs 10.8.0 does not fit cdktn 0.24.0. Run npm install constructs@10.7.",
    ]);
  });

  test("uses the packages that pnpm has linked", () => {
    bench.installPackage("cdktf", "0.21.0", { at: ".pnpm/cdktf@0.21.0" });
    bench.installPackage("constructs", "10.7.0", { at: ".pnpm/constructs@10.7.0" });
    bench.link("../../../.pnpm/cdktf@0.21.0/node_modules/cdktf", join(app, "node_modules/cdktf"));
    bench.link(
      "../../../.pnpm/constructs@10.7.0/node_modules/constructs",
      join(app, "node_modules/constructs"),
    );
    expect(found(app)).toEqual([cdktf]);
  });
});

test("a library that package.json names, but that is not installed, is an error", () => {
  bench.writeJson("package.json", { dependencies: { cdktn: "^0.24.0" } });
  bench.installPackage("constructs", "10.7.0");
  expect(found()).toEqual(["error: package.json names cdktn, but cdktn is not installed. Run npm install."]);
});

test("with Yarn's Plug'n'Play, the cure is the setting that makes Yarn write node_modules", () => {
  bench.write(".pnp.cjs", "");
  expect(found("packages/app")[0]).toBe(
    "error: Neither cdktf nor cdktn is installed. The project uses Yarn's Plug'n'Play: set nodeLinker: node-modules in " +
      ".yarnrc.yml, then run yarn install.",
  );
});

test("both libraries, of which package.json names both or neither, are a warning", () => {
  for (const [name, version] of [
    ["cdktf", "0.21.0"],
    ["cdktn", "0.24.0"],
    ["constructs", "10.7.0"],
  ] as const)
    bench.installPackage(name, version);
  const both = [expect.stringMatching(/^warning: Both cdktf 0\.21\.0 and cdktn 0\.24\.0 are installed/)];
  expect(found()).toEqual(both);
  bench.writeJson("package.json", { dependencies: { cdktf: "*", cdktn: "*" } });
  expect(found()).toEqual(both);
  bench.writeJson("package.json", { dependencies: { cdktf: "*" } });
  expect(found()).toEqual([cdktf]);
});

test.each([
  ["cdktf", "0.21.0", "10.4.1"],
  ["cdktf", "0.21.0", "11.0.0"],
  ["cdktn", "0.24.0", "10.5.9"],
  ["cdktn", "0.24.0", "10.8.0"],
])("%s %s with constructs %s is an error", (fork, version, constructs) => {
  bench.installPackage(fork, version);
  bench.installPackage("constructs", constructs);
  expect(found()).toContain(
    `error: constructs ${constructs} does not fit ${fork} ${version}. Run npm install constructs@10.7.`,
  );
});

describe("CDK Terrain on Node.js 20", () => {
  const cure = "Install Node.js 22.19 or newer to run cdktn. Synth without cdktn-cli (node main.js) works.";
  beforeEach(() => {
    bench.installPackage("cdktn", "0.24.0");
    bench.installPackage("constructs", "10.7.0");
  });

  test("is an error if cdktn-cli is installed", () => {
    bench.installPackage("cdktn-cli", "0.24.0");
    expect(found(".", "v20.18.1")).toEqual([
      cdktn,
      `error: cdktn-cli 0.24.0 needs Node.js 22.19 or newer, and node on PATH is v20.18.1. ${cure}`,
    ]);
    expect(found(".", "v22.18.0")).toHaveLength(2);
    expect(found(".", "v24.0.0")).toEqual([cdktn]);
  });

  test("is a warning if cdktn-cli is not installed in the project", () => {
    expect(found(".", "v20.18.1")).toEqual([
      cdktn,
      `warning: cdktn-cli needs Node.js 22.19 or newer, and node on PATH is v20.18.1. ${cure}`,
    ]);
  });
});

test("a package.json that is not JSON is an error that names it, and a byte order mark is not", async () => {
  const file = bench.write("package.json", "{");
  bench.writeJson("cdktf.json", {});
  expect(await bench.problems()).toContain(
    `error: ${file} is not an object of JSON. Correct it, or install its package again.`,
  );
  bench.write("package.json", '\ufeff{"dependencies": {"cdktn": "*"}}');
  expect(await bench.problems()).toContain(
    "error: package.json names cdktn, but cdktn is not installed. Run npm install.",
  );
});

describe("the terminal interface of cdktf-cli", () => {
  const check = async (app: string) =>
    (
      await checkTerminal({ ...bench.context(), environment: process.env, folder: join(bench.folder(), app) })
    ).map(lineOf);
  const pty = "@cdktf/node-pty-prebuilt-multiarch";

  test("is loaded from where cdktf-cli is installed", async () => {
    bench.installPackage("cdktf-cli", "0.21.0", { at: 'the "root"' });
    bench.installPackage(pty, "1.0.0", { at: 'the "root"' });
    bench.write(join('the "root"/node_modules', pty, "index.js"), "");
    expect(await check('the "root"/packages/app')).toEqual([
      "ok: The terminal interface of cdktf-cli can be loaded.",
    ]);
  });

  test("that cannot be loaded is a warning", async () => {
    bench.installPackage("cdktf-cli", "0.21.0");
    bench.installPackage(pty, "1.0.0");
    bench.write(join("node_modules", pty, "index.js"), "throw new Error('no pty.node');");
    expect(await check(".")).toEqual([
      expect.stringMatching(/^warning: The terminal interface .* cannot be loaded/),
    ]);
    rmSync(join(bench.folder(), "node_modules/cdktf-cli"), { recursive: true });
    expect(await check(".")).toEqual([]);
  });
});
