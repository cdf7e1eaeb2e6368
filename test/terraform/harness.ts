import {
  startSimulator,
  type SimulatedObject,
  type Simulator,
  type SimulatorOptions,
} from "../../src/simulator";
import { type InProcessProvider, startInProcess } from "./in-process";
import { Project, type ProjectOptions } from "./project";

export { ENGINE, engineVersion, IS_TOFU, itWith, type Outcome, type Run } from "./engine";
export * from "./plan-json";
export { Project, USER_ID, WORKSPACE_ID, type Configuration, type ProjectOptions } from "./project";

/**
 * What the engine talks to: the built provider, of which it starts several processes for each command, or the
 * same code within the test process, which serves every one of the engine's connections as if it were such a
 * process. The second takes less than half of the CPU time: it is for tests of what the engine makes of
 * plans, values and the state.
 */
type ProviderKind = "built" | "in-process";

/** Set to 1, it runs the provider within the test process wherever a test does not ask for the built one. */
const IN_PROCESS = process.env["OUTREACH_TEST_IN_PROCESS"] === "1";

interface WorkbenchOptions extends SimulatorOptions {
  /** That of its projects. @default "built", or "in-process" with OUTREACH_TEST_IN_PROCESS=1 */
  readonly provider?: ProviderKind;
}

interface BenchProjectOptions extends Omit<ProjectOptions, "inProcess"> {
  /** @default that of the workbench */
  readonly provider?: ProviderKind;
}

export interface Workbench {
  simulator(): Simulator;
  /** The one object at the simulator with this name. */
  object(name: string): SimulatedObject;
  /** The operations of all writes so far, in the order of their calls. */
  writes(): string[];
  project(options?: BenchProjectOptions): Promise<Project>;
}

/**
 * A simulator and projects on it, gone after each test. A process, socket or file that they leave fails the
 * test.
 */
export function workbench({
  provider: usual = IN_PROCESS ? "in-process" : "built",
  ...options
}: WorkbenchOptions = {}): Workbench {
  let simulator: Simulator;
  const projects: Project[] = [];
  const providers: InProcessProvider[] = [];
  beforeEach(async () => {
    simulator = await startSimulator({ seed: 1, ...options });
  });
  afterEach(async () => {
    const leftovers = projects.splice(0).flatMap((project) => project.dispose());
    for (const provider of providers.splice(0)) {
      await provider.close();
      leftovers.push(...provider.leftovers());
    }
    await simulator.close();
    expect(leftovers).toEqual([]);
  });
  return {
    simulator: () => simulator,
    object(name) {
      const found = simulator.objects().filter((object) => object.name === name);
      expect(found).toHaveLength(1);
      return found[0]!;
    },
    writes() {
      const operations = simulator.journal().flatMap(({ operation }) => operation ?? []);
      return operations.filter((operation) => /^(Create|Update|Delete)/.test(operation));
    },
    async project({ provider = usual, ...projectOptions } = {}) {
      const inProcess = provider === "in-process" ? await startInProcess() : undefined;
      if (inProcess !== undefined) providers.push(inProcess);
      const project = new Project(simulator.url, { ...projectOptions, inProcess });
      projects.push(project);
      return project;
    },
  };
}
