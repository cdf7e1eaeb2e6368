/** How many files are listed. */
const LISTED = 10;

/** A Jest reporter that lists the test files that took longest (`npm test -- --slowest`). */
module.exports = class SlowestReporter {
  /**
   * @param {Set<import("@jest/reporters").TestContext>} _contexts
   * @param {import("@jest/reporters").AggregatedResult} results
   */
  onRunComplete(_contexts, { testResults }) {
    const files = testResults
      .map(({ testFilePath, displayName, perfStats }) => ({
        seconds: perfStats.runtime / 1000,
        name: `${displayName?.name ?? ""} ${testFilePath.slice(__dirname.length + 1)}`,
      }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, LISTED);
    console.log("\nSlowest test files, in seconds:");
    for (const { seconds, name } of files) console.log(`${seconds.toFixed(1).padStart(6)}  ${name}`);
  }
};
