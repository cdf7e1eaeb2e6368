const { availableParallelism } = require("node:os");

// Six projects: `unit` runs without an engine, and `cdktn` the tests of the constructs against CDK Terrain;
// `terraform` drives the real engine, and `chaos` kills it; `cdktf` the real CLI and the packed package;
// `browser` a headless Chromium, where there is one.

// Far from UTC, and not by whole hours: code that takes a server's time for this machine's fails here.
process.env.TZ = "Asia/Kolkata";

// Tests talk to servers on this machine. Where it has a proxy, grpc-js and curl would look for them there.
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

/** Of those that need an engine: terraform, or tofu where there is only that. */
const driving = { ...shared, globalSetup: "<rootDir>/test/terraform/global-setup.ts" };

const unitFolders = [
  "api",
  "prompt",
  "client",
  "plugin",
  "objects",
  "provider",
  "install",
  "constructs",
  "simulator",
  "cli",
  "house",
  "bench",
  "release",
];

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
      testMatch: ["<rootDir>/test/constructs/**/*.test.ts"],
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
  // Many tests wait for a time or another process; with one worker a core, a fifth of the cores' time is
  // idle.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // `npm run coverage` measures these folders. Code that only a bundled process runs counts as not covered.
  coverageProvider: "v8",
  coverageReporters: ["text-summary", "lcov"],
  collectCoverageFrom: ["src/{objects,plugin,provider}/**/*.ts", "!**/generated/**"],
  coverageThreshold: {
    "./src/plugin/": { lines: 95, branches: 97, functions: 95 },
    "./src/provider/": { lines: 96, branches: 97, functions: 97 },
  },
};
