import {
  startSimulator,
  type SimulatedObject,
  type Simulator,
  type SimulatorOptions,
} from "../../src/simulator";
import { startAttached } from "./attached";
import { closeCommands } from "./commands";
import { startInProcess } from "./in-process";
import { type Configuration, Project, type ProjectOptions, settingsOf } from "./project";
import type { RunningProvider } from "./running-provider";

export { ENGINE, engineVersion, IS_TOFU, itWith, type RunOutcome, type Run } from "./engine";
export * from "./plan-json";
export { BUILT, Project, USER_ID, WORKSPACE_ID, type Configuration, type ProjectOptions } from "./project";

/**
 * What the engine talks to. In-process, the provider runs within the test process and serves each connection
 * of the engine as a process of its own would. This takes less than half of the CPU time. Built, the engine
 * starts several provider processes for each command: for tests of processes, connections, the handshake, the
 * launcher, kills and interrupts. With both, a command runs in-process unless its environment is `BUILT`. Attached,
 * one process of the built provider serves all commands: for tests of the bundle.
 */
type ProviderKind = "built" | "in-process" | "both" | "attached";

interface WorkbenchOptions extends SimulatorOptions {
  /** The provider of its projects. @default "in-process" */
  readonly provider?: ProviderKind;
}

interface BenchProjectOptions extends Pick<ProjectOptions, "env"> {
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
  /** A project whose configuration is applied. */
  deployed(configuration: Configuration, options?: BenchProjectOptions): Promise<Project>;
}

/**
 * A simulator and projects on it, gone after each test. A process, socket or file that they leave fails the
 * test.
 */
export function workbench({ provider: usual = "in-process", ...options }: WorkbenchOptions = {}): Workbench {
  let simulator: Simulator;
  const projects: Project[] = [];
  const providers: RunningProvider[] = [];
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
  afterAll(closeCommands);
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
      const running =
        provider === "attached"
          ? await startAttached(settingsOf(simulator.url, projectOptions.env))
          : provider === "built"
            ? undefined
            : await startInProcess();
      if (running !== undefined) providers.push(running);
      const isInstalled = provider === "built" || provider === "both";
      const project = new Project(simulator.url, { ...projectOptions, running, isInstalled });
      projects.push(project);
      return project;
    },
    async deployed(configuration, projectOptions) {
      const project = await this.project(projectOptions);
      project.configure(configuration);
      await project.apply();
      return project;
    },
  };
}
