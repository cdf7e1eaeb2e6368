import type { Kind, OperationName } from "../api";
import { wholeFrom } from "../util/shape";
import { changeShapes, filterShape, seedShape, waitShape } from "./input";
import type { CallStage, Changes, ClusterSeed, JournalFilter, Seed, SnippetSeed } from "./input";
import { type Dialect, parseDialect } from "./dialect";
import type { FaultRule } from "./fault-rules";
import type { FaultReport } from "./faults";
import {
  InvalidInput,
  read,
  type SimulatedCluster,
  type SimulatedObject,
  type SimulatedSnippet,
} from "./common";
import type { JournalEntry } from "./journal";
import type { Simulation } from "./simulation";
import type { Given } from "./world";

interface Create {
  (kind: "cluster", workspaceId: string, cluster: ClusterSeed): SimulatedCluster;
  (kind: "snippet", workspaceId: string, snippet: SnippetSeed): SimulatedSnippet;
}

/**
 * A running simulator. Its methods do what the calls of the control interface do. A method throws
 * InvalidInput where the call would respond with 400. All methods are arrow functions, so that tests can pass
 * them on as callbacks.
 */
export class Simulator {
  readonly #simulation: Simulation;
  readonly #end: () => Promise<void>;
  #closed: Promise<void> | undefined;

  /** @internal */
  constructor(
    simulation: Simulation,
    /** The base address, without a trailing slash. */
    readonly url: string,
    end: () => Promise<void>,
  ) {
    this.#simulation = simulation;
    this.#end = end;
  }

  get dialect(): Dialect {
    return this.#simulation.dialect;
  }

  /** Closes the simulator and all connections. The state file keeps the objects. */
  readonly close = (): Promise<void> => (this.#closed ??= this.#end());

  /** Removes objects, faults and journal entries, and restores the dialect. Waiting calls are not carried out. */
  readonly reset = (): void => this.#simulation.reset();

  /** Stores all objects, or no object if one is invalid. Returns the clusters, then the snippets. */
  readonly seed = (seed: Seed): SimulatedObject[] => {
    const { world, redactor } = this.#simulation;
    const { workspaceId, clusters = [], snippets = [] } = read("seed", seed, seedShape);
    const ids = [...clusters, ...snippets].flatMap(({ id }) => id ?? []);
    const taken = ids.find((id, at) => world.find(id) !== undefined || ids.indexOf(id) < at);
    if (taken !== undefined)
      throw new InvalidInput(`The id ${JSON.stringify(taken)} exists already, or occurs twice in the seed.`);
    const reserved = new Set(ids);
    redactor.learn(workspaceId);
    const create = (kind: Kind) => (given: Given) =>
      world.create({ kind, workspaceId }, given, reserved).after;
    return world.together(() => [...clusters.map(create("cluster")), ...snippets.map(create("snippet"))]);
  };

  readonly create = ((kind, workspaceId, seed) =>
    this.seed({ workspaceId, [`${kind}s`]: [seed] })[0]!) as Create;

  /**
   * Returns the objects of one workspace, or of all workspaces, in creation order. Includes hidden objects.
   */
  readonly objects = (workspaceId?: string): SimulatedObject[] => {
    const objects = this.#simulation.world.all();
    return objects.filter((object) => workspaceId === undefined || object.workspaceId === workspaceId);
  };

  readonly update = (id: string, given: Changes): SimulatedObject => {
    const object = this.#find(id);
    const changes = read<Changes>("changes", given, changeShapes[object.kind]);
    return this.#simulation.world.update(object, changes, "touched").after;
  };

  readonly delete = (id: string): void => {
    this.#simulation.world.remove(this.#find(id));
  };

  readonly setAssociatedCount = (id: string, count: number): SimulatedObject => {
    const object = this.#find(id);
    if (object.kind !== "cluster")
      throw new InvalidInput(`${JSON.stringify(id)} is a snippet. Only clusters have an associated count.`);
    return this.#simulation.world.associate(object, read("count", count, wholeFrom(0))).after;
  };

  readonly setDialect = (changes: Partial<Dialect>): void => {
    this.#simulation.dialect = { ...this.dialect, ...parseDialect(changes) };
  };

  readonly addFault = (rule: FaultRule): string => {
    const id = this.#simulation.faults.add(rule);
    this.#simulation.redactor.learnFrom(rule);
    return id;
  };

  /** Removes one rule, or all rules. Calls that a rule holds stay held. */
  readonly clearFaults = (id?: string): void => this.#simulation.faults.clear(id);

  readonly faults = (): FaultReport[] => this.#simulation.faults.list();

  /** Continues the calls that a rule holds, and shows the writes that the rule hides. Default: all rules. */
  readonly release = (id?: string): void => this.#simulation.release(id);

  /** Returns the latest requests, oldest first, with secrets redacted: at most 10,000 requests and 64 MiB. */
  readonly journal = (filter: JournalFilter = {}): JournalEntry[] =>
    this.#simulation.journal.list(read("filter", filter, filterShape));

  /** Returns the number of calls of each operation since the start, `reset` or `clearJournal`. */
  readonly counts = (): Record<OperationName, number> => this.#simulation.journal.counts();

  readonly clearJournal = (): void => this.#simulation.journal.clear();

  /** Milliseconds since the last request ended; 0 while a request is open. */
  readonly idleMs = (): number => this.#simulation.idleMs();

  /** Resolves when the nth call of an operation has reached the stage. Rejects when the simulator closes. */
  readonly waitForCall = async (
    operation: OperationName,
    n: number,
    stage: CallStage = "received",
  ): Promise<void> => {
    read("wait", { operation, n, stage }, waitShape);
    await this.#simulation.journal.waitFor(operation, n, stage);
  };

  #find(id: string): SimulatedObject {
    const object = this.#simulation.world.find(id);
    if (object !== undefined) return object;
    throw new InvalidInput(`There is no object with the id ${JSON.stringify(id)}.`);
  }
}
