const { availableParallelism } = require("node:os");

// Six projects: `unit` runs without an engine, and `cdktn` runs tests of the constructs with CDK Terrain's library.
// `terraform` runs the real engine, and `chaos` kills it. `cdktf` runs the real CLI and the packed package, and
// `browser` a headless Chromium, if there is one.

// This zone differs from UTC by five and a half hours, so code that reads a server's time as local time fails.
process.env.TZ = "Asia/Kolkata";

// Tests talk to servers on this machine. If a proxy is set, grpc-js and curl would send these requests to it.
const around = process.env.no_proxy ?? process.env.NO_PROXY ?? "";
process.env.no_proxy = process.env.NO_PROXY = `${around},localhost,127.0.0.1,::1`;

const shared = {
  rootDir: __dirname,
  testEnvironment: "node",
  runtime: "<rootDir>/test/quick-runtime.cjs",
  transform: { "^.+\\.ts$": "<rootDir>/test/transform.cjs" },
  // The projects share one cache of compiled files and one resolver of imports, except where they map names.
  id: "cdktf-outreach",
};

/** For tests that need an engine: terraform, or tofu if only that is installed. */
const driving = { ...shared, globalSetup: "<rootDir>/test/terraform/global-setup.ts" };

const unitFolders = [
  "api",
  "prompts",
  "client",
  "sdk",
  "objects",
  "approval",
  "provider",
  "estate",
  "placing",
  "constructs",
  "util",
  "simulator",
  "commands",
  "render",
  "house",
  "bench",
  "release",
];

/**
 * The tests of the constructs whose result depends on the library: texts, tokens, overrides and providers. All
 * other tests run code that is the same for both libraries.
 */
const withLibrary = ["hcl-overrides", "provider", "text", "tokens"];

/** Files of src that declare only types. Nothing loads them, so all their lines would count as not covered. */
const ofTypes = ["objects/found", "provider/run/object-kind", "provider/run/operation"];

module.exports = {
  projects: [
    {
      ...shared,
      displayName: "unit",
      globalSetup: "<rootDir>/test/commands/global-setup.ts",
      testMatch: unitFolders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
    },
    {
      ...shared,
      displayName: "cdktn",
      id: "cdktf-outreach-cdktn",
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
  // Many tests wait for a time or for another process. With one worker for each core, the cores are idle for a
  // fifth of the time.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // `npm run coverage` measures these folders. Code that only a bundled process runs counts as not covered.
  coverageProvider: "v8",
  coverageReporters: ["text-summary", "lcov"],
  collectCoverageFrom: [
    "src/{approval,objects,sdk,provider}/**/*.ts",
    "!**/generated/**",
    ...ofTypes.map((file) => `!src/${file}.ts`),
  ],
  coverageThreshold: {
    "./src/sdk/": { lines: 95, branches: 97, functions: 95 },
    "./src/provider/": { lines: 96, branches: 97, functions: 97 },
  },
};
