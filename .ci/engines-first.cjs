const Sequencer = require("@jest/test-sequencer").default;

/**
 * Starts tests that drive an engine or a browser before the unit tests. In a fresh clone Jest knows no
 * durations and starts the largest files first; some small ones take half a minute, and would leave the other
 * core idle at the end.
 */
module.exports = class EnginesFirst extends Sequencer {
  /**
   * @override
   * @param {import("@jest/test-result").Test[]} tests
   */
  async sort(tests) {
    const isUnit = ({ context }) => Number(context.config.displayName?.name === "unit");
    return [...(await super.sort(tests))].sort((a, b) => isUnit(a) - isUnit(b));
  }
};
