// Five projects: `unit` answers in seconds; `terraform` drives the real engine, and `chaos` kills it; `cdktf` the real CLI and
// the packed package; `browser` a headless Chromium, where there is one.
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

const unitFolders = [
  "api",
  "prompt",
  "client",
  "plugin",
  "provider",
  "constructs",
  "simulator",
  "cli",
  "house",
  "bench",
];

module.exports = {
  projects: [
    {
      ...shared,
      displayName: "unit",
      testMatch: unitFolders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
    },
    { ...shared, displayName: "terraform", testMatch: ["<rootDir>/test/terraform/**/*.test.ts"] },
    { ...shared, displayName: "chaos", testMatch: ["<rootDir>/test/chaos/**/*.test.ts"] },
    { ...shared, displayName: "browser", testMatch: ["<rootDir>/test/browser/**/*.test.ts"] },
    { ...shared, displayName: "cdktf", testMatch: ["<rootDir>/test/cdktf/**/*.test.ts"] },
  ],
  testTimeout: 120_000,
  // Jest leaves one core idle by default; half of these tests wait for other processes.
  maxWorkers: "100%",
  coverageProvider: "v8",
};
