/**
 * Records the plans that the golden tests read, with the real engine, the built provider and the simulator:
 *
 *     npx tsx test/commands/review/record.ts [scenario …]
 *
 * Each file of plans/ has the input of one review: the parts of `show -json` that the review reads, and the
 * lines of `plan -json`. Run it again only if a scenario or the output of an engine changes.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "oxfmt";
import { startSimulator } from "../../../src/simulator";
import { Project } from "../../terraform/project";
import { scenarios, type Scenario } from "./scenarios";

const READ = [
  "format_version",
  "terraform_version",
  "complete",
  "applyable",
  "resource_changes",
  "resource_drift",
  "action_invocations",
  "deferred_changes",
  "output_changes",
  "checks",
  "configuration",
];

async function record(scenario: Scenario) {
  const simulator = await startSimulator({ seed: 1 });
  const project = new Project(simulator.url);
  try {
    if (scenario.before !== undefined) {
      project.configure(scenario.before);
      await project.init();
      await project.apply();
    }
    scenario.meanwhile?.(simulator);
    project.configure(typeof scenario.after === "function" ? scenario.after(simulator) : scenario.after);
    await project.init();
    const { stdout } = await project.succeed(["plan", "-json", "-input=false", "-out=plan"]);
    const plan = JSON.parse((await project.succeed(["show", "-json", "plan"])).stdout) as Record<
      string,
      unknown
    >;
    return {
      plan: Object.fromEntries(Object.entries(plan).filter(([key]) => READ.includes(key))),
      lines: stdout.split("\n").filter((line) => line.includes('"type":"diagnostic"')),
    };
  } finally {
    project.dispose();
    await simulator.close();
  }
}

async function main(names: readonly string[]): Promise<void> {
  const folder = join(__dirname, "plans");
  mkdirSync(folder, { recursive: true });
  for (const name of names.length > 0 ? names : Object.keys(scenarios)) {
    const recorded = JSON.stringify(await record(scenarios[name]!));
    const { code } = await format(`${name}.json`, recorded, { printWidth: 110 });
    writeFileSync(join(folder, `${name}.json`), code);
    console.log(name);
  }
}

void main(process.argv.slice(2));
