const { relative, sep } = require("node:path");
const Sequencer = require("@jest/test-sequencer").default;

/**
 * The test files that take longest, from the slowest on (`npm test -- --slowest`). In a fresh clone, Jest knows
 * no durations: without this list, it would start some of these files last, with one core idle.
 */
const SLOW = [
  "cdktf/examples",
  "cdktf/guides",
  "cdktf/workspace-guides",
  "chaos/chaos",
  "cdktf/bring-workspace",
  "cdktf/deploy",
  "cdktf/terrain",
  "cdktf/package",
  "cdktf/review",
  "cdktf/readme",
  "cdktf/stacks",
  "terraform/scale",
  "terraform/installation",
  "terraform/server-answers",
  "objects/list-memory",
  "browser/review-page",
  "terraform/interruption",
  "cdktf/commands",
  "cdktf/escaping",
  "cli/export/command",
  "cli/probe/round-trip",
  "cli/probe/answers",
  "terraform/lifecycle",
  "terraform/secrets",
  "provider/model",
  "provider/read-ahead",
  "provider/deleted-outside",
  "provider/hostile",
  "provider/outages-writes",
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
