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
  "terraform/server-answers",
  "terraform/interruption",
  "cdktf/review",
  "cdktf/terrain",
  "terraform/scale",
  "terraform/faulty-writes",
  "terraform/faulty-updates-and-deletes",
  "chaos/chaos",
  "terraform/approval",
  "terraform/attributes",
  "cdktf/review-applied",
  "cdktf/deploy-guide",
  "cli/probe/round-trip",
  "cdktf/stacks",
  "cdktf/hcl-guides",
  "provider/lost-creates-rate-limited",
  "objects/list-memory",
  "cli/programs",
  "cli/simulate",
  "browser/review-page",
  "cdktf/commands",
  "cdktf/launcher",
  "plugin/process/serve",
  "terraform/import",
  "cli/deploy-workflows",
  "provider/drift",
  "provider/overload",
  "terraform/replace",
  "provider/model",
  "provider/process",
  "terraform/server-dialects",
  "terraform/secrets",
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
