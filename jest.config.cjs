const { availableParallelism } = require("node:os");

// Six projects: `unit` runs without an engine, and `cdktn` runs tests of the constructs with CDK Terrain's library.
// `terraform` runs the real engine, and `chaos` kills it. `cdktf` runs the real CLI and the packed package, and
// `browser` a headless Chromium, if there is one.

// Far from UTC, and not by whole hours: code that takes a server's time for this machine's fails here.
process.env.TZ = "Asia/Kolkata";

// Tests talk to servers on this machine. With a proxy, grpc-js and curl would ask the proxy for them.
const around = process.env.no_proxy ?? process.env.NO_PROXY ?? "";
process.env.no_proxy = process.env.NO_PROXY = `${around},localhost,127.0.0.1,::1`;

const shared = {
  rootDir: __dirname,
  testEnvironment: "node",
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" } },
    ],
  },
};

/** For tests that need an engine: terraform, or tofu if only that is installed. */
const driving = { ...shared, globalSetup: "<rootDir>/test/terraform/global-setup.ts" };

const unitFolders = [
  "api",
  "prompt",
  "client",
  "plugin",
  "objects",
  "approval",
  "provider",
  "install",
  "constructs",
  "simulator",
  "cli",
  "house",
  "bench",
  "release",
];

/**
 * The tests of the constructs in which the library takes part: what it makes of texts, tokens, overrides, providers
 * and its fork. The others test code of ours, which is the same for both libraries.
 */
const withLibrary = ["fork", "hcl-overrides", "provider", "text", "tokens"];

module.exports = {
  projects: [
    {
      ...shared,
      displayName: "unit",
      testMatch: unitFolders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
    },
    {
      ...shared,
      displayName: "cdktn",
      testMatch: withLibrary.map((name) => `<rootDir>/test/constructs/${name}.test.ts`),
      moduleNameMapper: {
        "^cdktf$": "cdktn",
        "^cdktf/(.*)$": "cdktn/$1",
        "/fork-name$": "<rootDir>/test/constructs/terrain-fork-name.ts",
      },
    },
    { ...driving, displayName: "terraform", testMatch: ["<rootDir>/test/terraform/**/*.test.ts"] },
    { ...driving, displayName: "chaos", testMatch: ["<rootDir>/test/chaos/**/*.test.ts"] },
    { ...shared, displayName: "browser", testMatch: ["<rootDir>/test/browser/**/*.test.ts"] },
    { ...driving, displayName: "cdktf", testMatch: ["<rootDir>/test/cdktf/**/*.test.ts"] },
  ],
  testTimeout: 120_000,
  testSequencer: "<rootDir>/test/slow-first.cjs",
  reporters: [
    "default",
    ...(process.env.OUTREACH_TEST_SLOWEST === "1" ? ["<rootDir>/test/slowest-reporter.cjs"] : []),
  ],
  // Many tests wait for a time or another process; with one worker a core, a fifth of the cores' time is
  // idle.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // `npm run coverage` measures these folders. Code that only a bundled process runs counts as not covered.
  coverageProvider: "v8",
  coverageReporters: ["text-summary", "lcov"],
  collectCoverageFrom: ["src/{approval,objects,plugin,provider}/**/*.ts", "!**/generated/**"],
  coverageThreshold: {
    "./src/plugin/": { lines: 95, branches: 97, functions: 95 },
    "./src/provider/": { lines: 96, branches: 97, functions: 97 },
  },
};
