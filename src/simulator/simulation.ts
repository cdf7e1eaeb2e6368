import { setMaxListeners } from "node:events";
import { randomUUID } from "node:crypto";
import { Activity } from "./activity";
import { checkOptions } from "./admin-input";
import { type Dialect, defaultDialect, parseDialect } from "./dialect";
import { type FaultReport, Faults } from "./faults";
import { Gate } from "./gate";
import { Randomness } from "./ids";
import { Journal } from "./journal";
import { Masker } from "./mask";
import { openStateFile } from "./state-file";
import { Store } from "./store";
import { type Credentials, parseCredentials } from "./validate";
import { Visibility } from "./visibility";
import { World } from "./world";

export interface SimulationOptions {
  /** Keeps the objects over restarts; in memory without it. */
  readonly stateFile?: string;
  /** What differs from `defaultDialect`. */
  readonly dialect?: Partial<Dialect>;
  /** The same seed and the same calls give the same ids and faults; by default every start differs. */
  readonly seed?: number;
  /** The simulator's clock. @default the machine's */
  readonly now?: () => Date;
  /** Who may call; without it any user and workspace that are not empty. */
  readonly credentials?: readonly Credentials[];
  /** Milliseconds that each call waits before it is carried out. @default 0 */
  readonly latencyMs?: number;
}

/** Everything one simulator holds; the API and the admin side work on it. */
export class Simulation {
  readonly store: Store;
  readonly world: World;
  readonly visibility: Visibility;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly gate = new Gate();
  readonly activity = new Activity();
  readonly masker = new Masker();
  readonly credentials: readonly Credentials[] | undefined;
  readonly latencyMs: number;
  readonly now: () => Date;
  /** Moves on with every reset and at the end: calls that were held or delayed until then are not carried out. */
  era = 0;
  readonly #initialDialect: Dialect;
  readonly #ending = new AbortController();
  #currentDialect: Dialect;

  constructor(options: SimulationOptions) {
    checkOptions(options);
    // Every call that waits listens to it; Node would warn of a leak from the eleventh on.
    setMaxListeners(0, this.#ending.signal);
    this.now = options.now ?? (() => new Date());
    this.#initialDialect = { ...defaultDialect, ...parseDialect(options.dialect ?? {}) };
    this.#currentDialect = this.#initialDialect;
    this.credentials = options.credentials === undefined ? undefined : parseCredentials(options.credentials);
    this.latencyMs = options.latencyMs ?? 0;

    const randomness = new Randomness(String(options.seed ?? randomUUID()));
    const file = options.stateFile === undefined ? undefined : openStateFile(options.stateFile);
    this.store = new Store(file?.history, file?.log);
    this.visibility = new Visibility(this.store);
    this.world = new World(this.store, randomness, this.now, (write) => this.visibility.remember(write));
    this.faults = new Faults(randomness, this.now);
    this.journal = new Journal(this.now, this.masker);
    const { credentials = [] } = this;
    this.masker.learnFrom([credentials, this.store.all()]);
    this.masker.learn(...credentials.map(({ token }) => token));
  }

  get dialect(): Dialect {
    return this.#currentDialect;
  }

  /**
   * Aborted when the simulator closes: waits end.
   * @internal Kept out of the declarations, for a project without the types of Node or the DOM has no AbortSignal.
   */
  get closing(): AbortSignal {
    return this.#ending.signal;
  }

  setDialect(changes: Partial<Dialect>): void {
    this.#currentDialect = { ...this.#currentDialect, ...parseDialect(changes) };
  }

  /** Takes a fault rule and returns its id. @throws InvalidInput */
  addFault(rule: unknown): string {
    const id = this.faults.add(rule);
    this.masker.learnFrom(rule);
    return id;
  }

  /** The faults as people may see them: a rule may be for the calls of one user or workspace. */
  maskedFaults(): FaultReport[] {
    return this.masker.value(this.faults.list()) as FaultReport[];
  }

  /** Lets held calls go on and shows hidden writes, of one fault rule or of all. @throws InvalidInput */
  release(rule?: string): void {
    this.faults.checkId(rule);
    this.gate.release(rule);
    this.visibility.release(rule);
  }

  /**
   * Back to the start: no objects, faults or journal, the dialect of the options. Calls not carried out yet are
   * dropped, and ids not used again.
   */
  reset(): void {
    this.era += 1;
    this.faults.clear();
    this.release();
    this.store.clear();
    this.visibility.clear();
    this.journal.clear();
    this.#currentDialect = this.#initialDialect;
  }

  close(): void {
    this.era += 1;
    this.#ending.abort();
    this.gate.release();
    this.journal.close();
    this.store.close();
  }
}
