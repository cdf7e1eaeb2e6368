// Runs Jest with the given arguments. With --slowest, it also lists the ten test files that took longest.
const at = process.argv.indexOf("--slowest");
if (at >= 0) {
  process.argv.splice(at, 1);
  process.env["OUTREACH_TEST_SLOWEST"] = "1";
}
await import("../node_modules/jest/bin/jest.js");
