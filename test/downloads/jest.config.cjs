// The tests of a release, which `npm run test:downloads` runs. They are not part of `npm test`: a release takes
// minutes to build, and each project unpacks more than 100 MB.
const { projects, testTimeout } = require("../../jest.config.cjs");

const driving = projects.find(({ displayName }) => displayName === "terraform");

module.exports = {
  ...driving,
  displayName: "downloads",
  testMatch: ["<rootDir>/test/downloads/**/*.test.ts"],
  globalSetup: "<rootDir>/test/downloads/global-setup.ts",
  globalTeardown: "<rootDir>/test/downloads/global-teardown.ts",
  // The first start under Wine takes half a minute.
  testTimeout: 3 * testTimeout,
  maxWorkers: 1,
};
