import { EventEmitter, setMaxListeners } from "node:events";
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { type Behaviour, behaviourOf, optionShape, type SimulatorOptions } from "./input";
import { type Dialect, defaultDialect, parseDialect } from "./dialect";
import { type FaultReport, Faults } from "./faults";
import { Journal } from "./journal";
import { Redactor } from "./redact";
import { randomnessOf, read } from "./common";
import { openStateFile } from "./state-file";
import type { Credentials } from "./validate";
import { World } from "./world";

export class Simulation {
  readonly world: World;
  readonly faults: Faults;
  readonly journal: Journal;
  /** Emits the id of a rule whose held calls may continue. @internal EventEmitter is one of Node's types. */
  readonly releases = new EventEmitter().setMaxListeners(0);
  readonly redactor = new Redactor();
  readonly credentials: readonly Credentials[] | undefined;
  readonly latencyMs: number;
  readonly lagMs: number;
  readonly now: () => Date;
  /**
   * Increases with each reset and when the simulator closes, so that calls from before are not carried out.
   */
  era = 0;
  dialect: Dialect;
  readonly #initialDialect: Dialect;
  readonly #ending = new AbortController();
  #openRequests = 0;
  /** A test may stop `now`, so this time comes from the machine's clock. */
  #lastEnd = performance.now();

  constructor(options: SimulatorOptions) {
    const { stateFile, dialect, seed, credentials } = read("options", options, optionShape);
    // All waiting calls listen to this signal, and Node would warn of a leak at the eleventh listener.
    setMaxListeners(0, this.#ending.signal);
    this.now = options.now ?? (() => new Date());
    const like: Behaviour = options.like === undefined ? { dialect: {} } : behaviourOf(options.like);
    this.#initialDialect = { ...defaultDialect, ...like.dialect, ...parseDialect(dialect ?? {}) };
    this.dialect = this.#initialDialect;
    this.credentials = credentials;
    this.latencyMs = options.latencyMs ?? like.latencyMs ?? 0;
    this.lagMs = options.lagMs ?? like.lagMs ?? 0;

    const randomness = randomnessOf(String(seed ?? randomUUID()));
    this.world = new World(randomness, this.now, stateFile ? openStateFile(stateFile) : undefined);
    this.faults = new Faults(randomness, this.now);
    this.journal = new Journal(this.now, this.redactor);
    this.redactor.learnFrom([credentials, this.world.all()]);
    this.redactor.learn(...(credentials ?? []).map(({ token }) => token));
  }

  /** Fires when the simulator closes. @internal AbortSignal is one of Node's types. */
  get closing(): AbortSignal {
    return this.#ending.signal;
  }

  /** A request is open until its response is closed. @internal ServerResponse is one of Node's types. */
  begin(response: ServerResponse): void {
    this.#openRequests += 1;
    response.once("close", () => {
      this.#openRequests -= 1;
      this.#lastEnd = performance.now();
    });
  }

  idleMs(): number {
    return this.#openRequests > 0 ? 0 : performance.now() - this.#lastEnd;
  }

  /** A rule may match a user id or workspace id, so rules are redacted. */
  redactedFaults(): FaultReport[] {
    return this.redactor.value(this.faults.list()) as FaultReport[];
  }

  release(rule?: string): void {
    for (const id of rule === undefined ? this.releases.eventNames() : [rule]) this.releases.emit(id);
    this.world.visibility.release(rule);
  }

  reset(): void {
    this.era += 1;
    this.faults.clear();
    this.release();
    this.world.clear();
    this.journal.clear();
    this.dialect = this.#initialDialect;
  }

  close(): void {
    this.era += 1;
    this.#ending.abort();
    this.release();
    this.journal.close();
    this.world.file?.close();
  }
}
