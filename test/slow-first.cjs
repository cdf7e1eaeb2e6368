const { relative, sep } = require("node:path");
const Sequencer = require("@jest/test-sequencer").default;

/**
 * The test files that take longest, roughly from the slowest on (`npm test -- --slowest`). In a fresh clone, Jest knows
 * no durations: without these lists, it would start some of these files last, with one core idle.
 */
const BUSY = [
  ...["cdktf/deploy", "terraform/approval", "cdktf/examples", "terraform/interruption", "cdktf/readme"],
  ...["cdktf/package", "terraform/scale", "cdktf/bring-hcl-workspace", "cdktf/review", "cdktf/terrain"],
  ...["cdktf/bring-workspace", "cdktf/workspace-guides", "cdktf/guides", "chaos/chaos"],
  ...["cdktf/deploy-guide", "cdktf/review-applied", "cdktf/stacks", "cdktf/hcl-guides"],
  ...["terraform/faulty-writes", "terraform/replace", "terraform/attributes"],
  ...["objects/list-memory", "terraform/drift", "terraform/secrets", "terraform/server-answers"],
  ...["terraform/server-dialects", "commands/programs", "cdktf/commands", "commands/probe/round-trip"],
  ...["commands/deploy-workflows", "provider/drift"],
];

/** Slow files that mostly wait. One runs beside every two busy ones, which would otherwise share two cores by three. */
const WAITING = [
  ...["provider/lost-creates-rate-limited", "browser/review-page", "terraform/throttled-writes"],
  ...["commands/simulate", "sdk/process/serve", "browser/simulator-page", "provider/model", "cdktf/launcher"],
  ...["commands/probe/command", "provider/outages-writes", "terraform/killed-engine", "provider/overload"],
  "provider/recent-writes",
];

const SLOW = BUSY.flatMap((name, index) =>
  index % 2 === 0 ? [...WAITING.slice(index / 2, index / 2 + 1), name] : [name],
);

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
