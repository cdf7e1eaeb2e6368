const Sequencer = require("@jest/test-sequencer").default;

/**
 * Starts what drives an engine or a browser before the unit tests. In a fresh clone Jest knows no times and starts the largest files
 * first; some of the smallest take half a minute, in which the other core would have nothing left to do.
 */
module.exports = class EnginesFirst extends Sequencer {
  sort(tests) {
    const isUnit = ({ context }) => Number(context.config.displayName.name === "unit");
    return [...super.sort(tests)].sort((a, b) => isUnit(a) - isUnit(b));
  }
};
