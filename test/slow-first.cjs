const { relative, sep } = require("node:path");
const Sequencer = require("@jest/test-sequencer").default;

/**
 * The test files that take longest, from the slowest on (`npm test -- --slowest`). In a fresh clone, Jest knows
 * no durations: without this list, it would start some of these files last, with one core idle.
 */
const SLOW = [
  "cdktf/deploy",
  "cdktf/readme",
  "cdktf/examples",
  "cdktf/bring-hcl-workspace",
  "cdktf/bring-workspace",
  "cdktf/workspace-guides",
  "cdktf/guides",
  "cdktf/package",
  "terraform/scale",
  "chaos/chaos",
  "terraform/approval",
  "browser/review-page",
  "cdktf/review",
  "cdktf/terrain",
  "cdktf/review-applied",
  "cdktf/deploy-guide",
  "cdktf/stacks",
  "cdktf/hcl-guides",
  "provider/lost-creates-rate-limited",
  "objects/list-memory",
  "terraform/replace",
  "terraform/faulty-writes",
  "terraform/interruption",
  "terraform/attributes",
  "terraform/drift",
  "terraform/secrets",
  "terraform/server-answers",
  "terraform/server-dialects",
  "cli/programs",
  "cli/simulate",
  "cli/probe/round-trip",
  "cdktf/commands",
  "cdktf/launcher",
  "plugin/process/serve",
  "cli/deploy-workflows",
  "provider/drift",
  "provider/overload",
  "provider/model",
  "provider/process",
  "cli/export/command",
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
