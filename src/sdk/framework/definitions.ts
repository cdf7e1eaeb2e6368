import type {
  Attributes,
  ConfigOf,
  FinalPlanOf,
  ModelType,
  PlanOf,
  PriorOf,
  ResourceAttributes,
  Schema,
  StateOf,
} from "../schema";
import type { Diagnostics, Logger, Secrets } from "./diagnostics";

export interface HookCall {
  /**
   * Aborted when Terraform stops the provider or cancels this call. Waits and reads must then end; a write in
   * flight finishes (terraform-protocol.md, section 0, row 2). A copy made with `{ ...call }` has no signal.
   */
  readonly signal: AbortSignal;
  readonly diagnostics: Diagnostics;
  readonly log: Logger;
}

export interface ResourceCall extends HookCall {
  readonly private: PrivateState;
}

export interface WriteCall<State> extends ResourceCall {
  /** Records the state so far. If the hook fails later, Terraform saves it, and no object becomes an orphan. */
  record(state: State): void;
}

/** Returned by a `read` hook that could not read the object: the state stays the same. */
export const unchanged: unique symbol = Symbol("unchanged");

interface PlannedChange<A extends Attributes> {
  readonly prior: PriorOf<A> | null;
  /** Terraform's proposed state, in which computed attributes have their planned values. */
  readonly planned: PlanOf<A>;
  /** False when `planned` equals the prior state. */
  readonly changes: boolean;
}

/** To fail, a hook throws a DiagnosticError; to warn, it adds a warning to `call.diagnostics`. */
export interface Resource<C, A extends ResourceAttributes = ResourceAttributes> {
  readonly schema: Schema<A>;
  /** Checks several attributes together. Must accept unknown values. */
  validate?(config: ConfigOf<A>, call: HookCall): void;
  /** Returns the planned values that differ from `planned`, and no others. */
  modifyPlan?(
    change: PlannedChange<A>,
    provider: C,
    call: ResourceCall,
  ): Partial<PlanOf<A>> | Promise<Partial<PlanOf<A>>>;
  modifyDestroyPlan?(prior: PriorOf<A>, provider: C, call: ResourceCall): void | Promise<void>;
  create(plan: FinalPlanOf<A>, provider: C, call: WriteCall<PriorOf<A>>): Promise<StateOf<A>>;
  /**
   * Receives every stored state of this type, after `configure` and before any other call for the object. `read`
   * does not receive all of them: for example with `-refresh=false`, or if the object is tainted or deposed.
   */
  held?(state: PriorOf<A>, provider: C): void;
  /** Returns the state of the object; null when the object is confirmed deleted. */
  read(state: PriorOf<A>, provider: C, call: ResourceCall): Promise<StateOf<A> | null | typeof unchanged>;
  update(
    change: { readonly prior: PriorOf<A>; readonly plan: FinalPlanOf<A> },
    provider: C,
    call: WriteCall<PriorOf<A>>,
  ): Promise<StateOf<A>>;
  /** Resolves when the object no longer exists, even if another client deleted it. */
  delete(prior: PriorOf<A>, provider: C, call: ResourceCall): Promise<void>;
  /** Returns the values in the import id. Terraform then reads the object to get the other values. */
  import(id: string, provider: C, call: ResourceCall): Partial<PriorOf<A>> | Promise<Partial<PriorOf<A>>>;
  /** By the version of the stored state. `upgrade` must not call the API (terraform-protocol.md, section 3). */
  readonly upgrades?: ReadonlyMap<
    number,
    { readonly from: Attributes; upgrade(state: PriorOf<Attributes>): PriorOf<A> }
  >;
}

export interface DataSource<C, A extends Attributes = Attributes> {
  readonly schema: Schema<A>;
  /** Checks several attributes together. Must accept unknown values. */
  validate?(config: ConfigOf<A>, call: HookCall): void;
  /** Terraform calls this function only when the whole configuration is known. */
  read(config: PriorOf<A>, provider: C, call: HookCall): Promise<StateOf<A>>;
}

/** A pure provider function. Terraform handles null and unknown arguments; `call` never receives them. */
export interface ProviderFunction {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly of: ModelType<unknown>;
    readonly description: string;
  }[];
  readonly returns: ModelType<unknown>;
  call(...values: readonly unknown[]): unknown;
}

interface ConfigureCall extends HookCall {
  /** Version of Terraform. OpenTofu 1.12 sends 1.13.0, the Terraform version that it is compatible with. */
  readonly terraformVersion: string;
  readonly stopped: AbortSignal;
  readonly secrets: Secrets;
}

/** Terraform configures a provider once for each plan or apply of an alias. */
export interface Provider<C, A extends Attributes = Attributes> {
  readonly version: string;
  readonly schema: Schema<A>;
  /** Must accept unknown values: only a hook that needs such a value may fail. */
  configure(config: ConfigOf<A>, call: ConfigureCall): C | Promise<C>;
  close?(configured: C): Promise<void>;
  readonly resources: Readonly<Record<string, Resource<C>>>;
  readonly dataSources: Readonly<Record<string, DataSource<C>>>;
  readonly functions: Readonly<Record<string, ProviderFunction>>;
}

/** Terraform keeps only the last response, so each call starts from the bytes that it received. */
export class PrivateState {
  readonly #values: Map<string, unknown>;

  constructor(bytes: Uint8Array) {
    const stored: unknown = bytes.length === 0 ? {} : JSON.parse(Buffer.from(bytes).toString("utf8"));
    this.#values = new Map(Object.entries(stored as object));
  }

  encode(): Uint8Array {
    return this.#values.size === 0
      ? new Uint8Array()
      : Buffer.from(JSON.stringify(Object.fromEntries(this.#values)), "utf8");
  }

  get(key: string): unknown {
    return this.#values.get(key);
  }

  set(key: string, value: unknown): void {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
  }

  clear(): void {
    this.#values.clear();
  }
}
