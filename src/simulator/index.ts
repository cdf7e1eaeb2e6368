import type { OperationName } from "../api";
import {
  type Changes,
  type ClusterSeed,
  readFilter,
  readObject,
  type Seed,
  type SnippetSeed,
} from "./admin-input";
import { Control } from "./control";
import type { Dialect } from "./dialect";
import type { FaultRule } from "./fault-rules";
import type { FaultReport } from "./faults";
import { InvalidInput } from "./invalid-input";
import type { CallStage, JournalEntry, JournalFilter } from "./journal";
import { closeServer, listen, serve, urlOf } from "./server";
import { Simulation, type SimulationOptions } from "./simulation";
import type { SimulatedCluster, SimulatedObject, SimulatedSnippet } from "./store";
import type { Content } from "./world";

export { type Dialect, dialectSettings, defaultDialect, parseDialect } from "./dialect";
export type { FaultEffect, FaultRule, HostileContent, Moment } from "./fault-rules";
export type { CallStage, JournalEntry, JournalFilter, RequestOutcome } from "./journal";
export type { Credentials } from "./validate";
export {
  type Changes,
  type ClusterSeed,
  type Content,
  type FaultReport,
  InvalidInput,
  type OperationName,
  type Seed,
  type SimulatedCluster,
  type SimulatedObject,
  type SimulatedSnippet,
  type SnippetSeed,
};

/** The options of a simulator. */
export interface SimulatorOptions extends SimulationOptions {
  /** Port; 0 is any free one. @default 0 */
  readonly port?: number;
  /** Loopback only. @default "127.0.0.1" */
  readonly host?: string;
}

/**
 * A running simulator. The methods do the same as the control interface, and throw InvalidInput where it
 * responds with
 * 400. `create`, `idleMs`, `waitForCall` and `close` have no call there.
 */
export interface Simulator {
  /** The base address, without a trailing slash. */
  readonly url: string;
  readonly dialect: Dialect;
  /** Ends all connections, those of held calls too. Objects stay in the state file. */
  close(): Promise<void>;

  /**
   * Removes all objects, faults and journal entries, and restores the dialect of the options. Waiting calls
   * are not carried out, and ids are not reused.
   */
  reset(): void;
  /** Stores objects and returns them: first the clusters, then the snippets, in the order of the seed. */
  seed(seed: Seed): SimulatedObject[];
  /** Stores one object and returns it. */
  create(kind: "cluster", workspaceId: string, cluster: ClusterSeed): SimulatedCluster;
  create(kind: "snippet", workspaceId: string, snippet: SnippetSeed): SimulatedSnippet;
  /**
   * Returns the objects of one workspace, or of all, in creation order, with those that reads do not see yet.
   */
  objects(workspaceId?: string): SimulatedObject[];
  /** Changes an object; omitted fields stay. */
  update(id: string, changes: Changes): SimulatedObject;
  delete(id: string): void;
  setAssociatedCount(id: string, count: number): SimulatedObject;
  /** Changes settings until the next reset; omitted ones stay. */
  setDialect(changes: Partial<Dialect>): void;

  /** Adds a fault rule and returns its id. */
  addFault(rule: FaultRule): string;
  /** Removes one rule, or all. Held calls stay held until they are released. */
  clearFaults(id?: string): void;
  faults(): FaultReport[];
  /** Continues held calls and shows hidden writes, of one rule or of all. */
  release(id?: string): void;

  /**
   * Returns the last 10,000 requests, or fewer if their bodies exceed 64 MiB, oldest first, without
   * credentials.
   */
  journal(filter?: JournalFilter): JournalEntry[];
  /**
   * Returns the calls received since the start, the last `reset` or the last `clearJournal`, by operation.
   */
  counts(): Record<OperationName, number>;
  /** Removes all entries and sets the counts to 0. */
  clearJournal(): void;
  /** Returns the milliseconds since the last request ended; 0 while one is open. */
  idleMs(): number;
  /**
   * Resolves when the nth call of an operation, as counted by `counts`, has reached a stage. Rejects when the
   * simulator closes, and with InvalidInput for an unknown name or an invalid number. @default "received"
   */
  waitForCall(operation: OperationName, n: number, stage?: CallStage): Promise<void>;
}

/** Starts a simulator of the Outreach API on loopback. @throws InvalidInput for invalid options */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = "127.0.0.1", port = 0, ...rest } = options;
  // The port first: if it is in use, the state file must stay unchanged.
  const server = await listen(host, port);
  try {
    const simulation = new Simulation(rest);
    serve(server, simulation);
    let closed: Promise<void> | undefined;
    const close = () => {
      simulation.close();
      return closeServer(server);
    };
    return simulatorOf(simulation, urlOf(server), () => (closed ??= close()));
  } catch (error) {
    await closeServer(server);
    throw error;
  }
}

function simulatorOf(simulation: Simulation, url: string, close: () => Promise<void>): Simulator {
  const control = new Control(simulation);
  const { faults, journal } = simulation;
  return {
    url,
    get dialect() {
      return simulation.dialect;
    },
    close,
    reset: () => simulation.reset(),
    seed: (seed) => control.seed(seed),
    create: control.create.bind(control),
    objects: (workspaceId) => control.objects(workspaceId),
    update: (id, changes) => control.update(id, changes),
    delete: (id) => control.delete(id),
    setAssociatedCount: (id, count) => control.setAssociatedCount(id, count),
    setDialect: (changes) => simulation.setDialect(readObject(changes)),
    addFault: (rule) => simulation.addFault(rule),
    clearFaults: (id) => faults.clear(id),
    faults: () => faults.list(),
    release: (id) => simulation.release(id),
    journal: (filter = {}) => journal.list(readFilter(filter)),
    counts: () => journal.counts(),
    clearJournal: () => journal.clear(),
    idleMs: () => simulation.activity.idleMs(),
    waitForCall: (operation, n, stage = "received") => journal.waitFor(operation, n, stage),
  };
}
