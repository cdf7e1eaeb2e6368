const { relative, sep } = require("node:path");
const Sequencer = require("@jest/test-sequencer").default;

/**
 * The test files that take longest, from the slowest on (`npm test -- --slowest`). In a fresh clone, Jest knows
 * no durations: without this list, it would start some of these files last, with one core idle.
 */
const SLOW = [
  "cdktf/examples",
  "cdktf/guides",
  "cdktf/deploy",
  "chaos/chaos",
  "cdktf/bring-workspace",
  "cdktf/review",
  "cdktf/terrain",
  "cdktf/doctor",
  "cli/export/command",
  "cdktf/package",
  "cdktf/readme",
  "cdktf/export-verify",
  "cdktf/stacks",
  "terraform/scale",
  "cli/pull/command",
  "terraform/interruption",
  "terraform/installation",
  "terraform/server-answers",
  "objects/list-memory",
  "provider/outages-writes",
  "provider/read-ahead",
  "provider/model",
];

/** Starts the slow files first, and otherwise keeps Jest's order. */
module.exports = class SlowFirst extends Sequencer {
  /**
   * @override
   * @param {import("@jest/test-result").Test[]} tests
   */
  async sort(tests) {
    const rank = ({ path }) => {
      const name = relative(__dirname, path)
        .split(sep)
        .join("/")
        .replace(/\.test\.ts$/, "");
      const index = SLOW.indexOf(name);
      return index < 0 ? SLOW.length : index;
    };
    return [...(await super.sort(tests))].sort((a, b) => rank(a) - rank(b));
  }
};
