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

export interface SimulatorOptions extends SimulationOptions {
  /** @default 0, any free port */
  readonly port?: number;
  /** Loopback only. @default "127.0.0.1" */
  readonly host?: string;
}

/**
 * A running simulator. The methods do what the admin side does over HTTP, and throw InvalidInput for what that answers with
 * 400; `create`, `idleMs`, `waitForCall` and `close` are only here.
 */
export interface Simulator {
  /** The base address, without a slash at the end. */
  readonly url: string;
  readonly dialect: Dialect;
  /** Ends everything, held calls too. Objects stay in the state file. */
  close(): Promise<void>;

  /**
   * Back to the start: no objects, faults or journal, the dialect of the options. Calls not carried out yet are
   * dropped, and ids not used again.
   */
  reset(): void;
  /** Clusters first, then snippets, each in the order given. */
  seed(seed: Seed): SimulatedObject[];
  /** A seed of one object. */
  create(kind: "cluster", workspaceId: string, cluster: ClusterSeed): SimulatedCluster;
  create(kind: "snippet", workspaceId: string, snippet: SnippetSeed): SimulatedSnippet;
  /** In creation order; of all workspaces where none is named. What reads do not see yet is listed too. */
  objects(workspaceId?: string): SimulatedObject[];
  /** Fields left out stay. */
  update(id: string, changes: Changes): SimulatedObject;
  delete(id: string): void;
  setAssociatedCount(id: string, count: number): SimulatedObject;
  /** Settings left out stay. Holds until the next reset. */
  setDialect(changes: Partial<Dialect>): void;

  /** Returns the id of the rule. */
  addFault(rule: FaultRule): string;
  /** One rule, which may be cleared already, or all. Calls that are held stay held until they are released. */
  clearFaults(id?: string): void;
  faults(): FaultReport[];
  /** Lets held calls go on and shows hidden writes, of one rule or of all. */
  release(id?: string): void;

  /** The last 10,000 requests, fewer where their bodies exceed 64 MiB, oldest first, without identity values and tokens. */
  journal(filter?: JournalFilter): JournalEntry[];
  /** Calls received since the start, the last `reset` or the last `clearJournal`, by operation. */
  counts(): Record<OperationName, number>;
  /** Sets the counts to 0 as well. */
  clearJournal(): void;
  /** Milliseconds since the last request ended, the admin side's too; 0 while one is open. */
  idleMs(): number;
  /**
   * Resolves when the nth call of an operation, counted as by `counts`, has come this far: "received" by default. Rejects when the
   * simulator closes or is closed, and with InvalidInput for a name that there is not and for an n that is no whole number.
   */
  waitForCall(operation: OperationName, n: number, stage?: CallStage): Promise<void>;
}

/** Starts a simulator of the Outreach API on loopback. @throws InvalidInput for options it cannot serve. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = "127.0.0.1", port = 0, ...rest } = options;
  // The port first: who cannot have it must not have touched the state file.
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
