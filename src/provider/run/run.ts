import {
  DEFAULT_CONCURRENT_REQUESTS,
  parseBaseUrl,
  type OutreachClient,
  type OutreachError,
} from "../../client";
import { DiagnosticError } from "../../plugin/framework";
import { isUnknown, type Unknown } from "../../plugin/values";
import { DEFAULT_VISIBILITY_TIMEOUT, environmentVariable, toNumber } from "../settings/configuration";
import {
  Inventory,
  Ownership,
  ReadAhead,
  Sightings,
  TERRAFORM_PARALLELISM,
  type AnyKind,
  type ExistingNameMode,
  type Listing,
  type Readable,
} from "../lifecycle";
import { unknownArguments, type KnownSettings, type Settings } from "../settings/settings";

/** What the provider's hooks are given: the configured workspace, the client that reaches it, and what this run knows. */
export class Workspace {
  readonly #settings: Settings;
  readonly #unknown: readonly string[];
  readonly #stopped: AbortSignal;
  readonly #connect: (settings: KnownSettings) => OutreachClient;
  readonly #inventories = new Map<string, Inventory>();
  readonly #ownerships = new Map<string, Ownership>();
  readonly #sightings = new Map<string, Sightings>();
  readonly #readAheads = new Map<string, ReadAhead<Readable>>();
  readonly #underWay = { reads: 0 };
  readonly #turns = new Map<string, Promise<unknown>>();
  #client: OutreachClient | undefined;
  #isFailing = false;
  #outage: OutreachError | undefined;
  #isWriting = false;
  #writesInVain = 0;
  #readsDenied = 0;
  #address: string | undefined;
  readonly #told = new Set<string>();

  /** `stopped` is aborted when Terraform, or Ctrl-C, asks the provider to stop. */
  constructor(
    settings: Settings,
    connect: (settings: KnownSettings) => OutreachClient,
    stopped: AbortSignal,
  ) {
    this.#settings = settings;
    this.#unknown = unknownArguments(settings);
    this.#connect = connect;
    this.#stopped = stopped;
    stopped.addEventListener("abort", this.#stopReadingAhead);
  }

  /** False at a plan that is to create what the provider's own configuration depends on. */
  get isKnown(): boolean {
    return this.#unknown.length === 0;
  }

  /** The configured workspace id. Throws where it is not known yet. */
  get id(): string {
    return this.#known.workspace_id;
  }

  /** The same for a plan of a create, which needs no other setting for it. Never null: a missing one is refused before. */
  get plannedId(): string | Unknown {
    return this.#settings.workspace_id as string | Unknown;
  }

  /** The client, made on first use. Throws a DiagnosticError where a setting it needs is not known yet. */
  get client(): OutreachClient {
    this.#client ??= this.#connect(this.#known);
    return this.#client;
  }

  /** The address of the API: scheme, host, port and path, in their normal form. */
  get address(): string {
    if (this.#address === undefined) {
      const { origin, pathPrefix } = parseBaseUrl(this.#known.base_url);
      this.#address = origin + pathPrefix;
    }
    return this.#address;
  }

  get existingName(): ExistingNameMode {
    return (this.#known.existing_name ?? "warn") as ExistingNameMode;
  }

  /** Whether a create may turn out to take over an object, as far as is known. */
  get mayAdopt(): boolean {
    const mode = this.#settings.existing_name;
    return isUnknown(mode) || mode === "adopt";
  }

  /** How long a write may take to show, in milliseconds. */
  get visibilityTimeoutMs(): number {
    const seconds = this.#known.visibility_timeout;
    return 1000 * (seconds === null ? DEFAULT_VISIBILITY_TIMEOUT : toNumber(seconds));
  }

  /** Throws where a setting is not known yet. */
  get #known(): KnownSettings {
    if (this.isKnown) return this.#settings as KnownSettings;
    const variables = this.#unknown.map(environmentVariable).join(", ");
    throw new DiagnosticError({
      severity: "error",
      summary: `The outreach provider cannot reach the workspace: ${this.#unknown.join(", ")} not known yet`,
      detail:
        "The value depends on something that is created by this same apply. " +
        `Apply that first (-target), or leave the argument out and set its environment variable (${variables}).`,
    });
  }

  inventory(kind: AnyKind): Inventory {
    return entry(
      this.#inventories,
      kind.type,
      () => new Inventory((signal, onUnlisted) => kind.list(this.client, { signal, onUnlisted })),
    );
  }

  /** The newest full list that this process has, as long as it only plans: no list tells of a write that follows it. */
  newestListing(kind: AnyKind): Listing | undefined {
    return this.#isWriting ? undefined : this.inventory(kind).newest;
  }

  ownership(kind: AnyKind): Ownership {
    return entry(this.#ownerships, kind.type, () => new Ownership());
  }

  sightings(kind: AnyKind): Sightings {
    return entry(this.#sightings, kind.type, () => new Sightings());
  }

  /** Reads the objects of a kind before Terraform asks for them. Throws where a setting is not known yet. */
  readAhead<Found extends Readable>(kind: AnyKind<Found>): ReadAhead<Found> {
    const make = () => {
      const limits = { ...readAheadLimits(kind, this.#known), underWay: this.#underWay };
      const once = { maxRetries: 0 };
      const readAhead = new ReadAhead<Found>(
        {
          begun: () => this.inventory(kind).begun,
          list: (signal, options) => kind.list(this.client, { signal, ...once, ...options }),
          get: (id, signal) => kind.get(this.client, id, { signal, ...once }),
        },
        limits,
      );
      if (this.#isWriting || this.isStopped) readAhead.stop();
      return readAhead;
    };
    // A kind has one type of object.
    return entry(this.#readAheads, kind.type, make) as ReadAhead<Found>;
  }

  /** True once this process has begun a write: it carries out a plan, and makes none. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  noteWrite(): void {
    this.#isWriting = true;
    this.#stopReadingAhead();
  }

  /**
   * Notes how a write ended, its repeats included: in vain, by trouble of the server's own, or otherwise.
   * As many in vain as run at a time, and none otherwise between them, are an outage: that of a server which
   * reads, and writes nothing for now.
   */
  noteWriteEnded(trouble: OutreachError | undefined): void {
    this.#writesInVain = trouble === undefined ? 0 : this.#writesInVain + 1;
    if (trouble !== undefined && this.#writesInVain === TERRAFORM_PARALLELISM) this.reportOutage(trouble);
  }

  /**
   * The same for reads that are denied although the API answers lists: as many as run at a time, without one that is answered between
   * them, are no matter of single objects.
   */
  noteReadEnded(denial: OutreachError | undefined): void {
    this.#readsDenied = denial === undefined ? 0 : this.#readsDenied + 1;
    if (denial !== undefined && this.#readsDenied === TERRAFORM_PARALLELISM) this.reportOutage(denial);
  }

  /** At a stop, and before a write: a read that follows one is never from before it. */
  readonly #stopReadingAhead = (): void => {
    for (const readAhead of this.#readAheads.values()) readAhead.stop();
  };

  /** True once Terraform, or Ctrl-C, has asked the provider to stop. */
  get isStopped(): boolean {
    return this.#stopped.aborted;
  }

  /** True once an error was reported that makes the whole run fail: more copies of it help nobody. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** What a call has met that ended without a way to the API, its repeats included: nothing more is begun then. */
  get outage(): OutreachError | undefined {
    return this.#outage;
  }

  /** Notes an error that every other resource will meet too. True for the first one, which is to be told in full. */
  reportFailure(): boolean {
    const isFirst = !this.#isFailing;
    this.#isFailing = true;
    return isFirst;
  }

  /** The same for an outage of the API. */
  reportOutage(outage: OutreachError): boolean {
    this.noteOutage(outage);
    return this.reportFailure();
  }

  /** Notes an outage of which nobody has told in an error that surely fails the run. True for the first one. */
  noteOutage(outage: OutreachError): boolean {
    const isFirst = this.#outage === undefined;
    this.#outage ??= outage;
    return isFirst;
  }

  /** True for the first resource of this run that is to tell of something that concerns others, too. */
  isFirstToTell(what: string): boolean {
    const isFirst = !this.#told.has(what);
    this.noteTold(what);
    return isFirst;
  }

  /** From now on no resource of this run has to tell of it. */
  noteTold(what: string): void {
    this.#told.add(what);
  }

  /** Runs calls with the same key one after the other. */
  async inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(key) ?? Promise.resolve();
    const turn = before.then(run, run);
    this.#turns.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(key) === turn) this.#turns.delete(key);
    }
  }

  /** The variables that prompts may use; undefined where that is not known. */
  get knownVariables(): readonly string[] | undefined {
    return this.#settings.known_variables ?? undefined;
  }

  async close(): Promise<void> {
    this.#stopped.removeEventListener("abort", this.#stopReadingAhead);
    this.#stopReadingAhead();
    await this.#client?.close();
  }
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** Reading ahead comes on top of what Terraform asks for at a time, and within the settings with it. */
function readAheadLimits({ declaredIn }: AnyKind, settings: KnownSettings) {
  const { [declaredIn]: declared, max_concurrent_requests, requests_per_second } = settings;
  const requests =
    max_concurrent_requests === null ? DEFAULT_CONCURRENT_REQUESTS : toNumber(max_concurrent_requests);
  const perSecond = requests_per_second === null ? Infinity : toNumber(requests_per_second);
  return {
    declared: declared === null || settings.read_ahead === false ? 0 : toNumber(declared),
    concurrency: Math.min(requests - TERRAFORM_PARALLELISM, perSecond),
  };
}
