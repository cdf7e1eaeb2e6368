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
   * Fires when Terraform stops the provider or cancels this call. Waits and reads end at that moment, but a
   * sent write finishes. `{ ...call }` copies no signal.
   */
  readonly signal: AbortSignal;
  readonly diagnostics: Diagnostics;
  readonly log: Logger;
}

export interface ResourceCall extends HookCall {
  readonly private: PrivateState;
}

export interface WriteCall<State> extends ResourceCall {
  /**
   * Records the state so far. If the hook fails later, Terraform saves this state, so the object is no
   * orphan.
   */
  record(state: State): void;
}

/** A `read` hook that could not read the object returns `unchanged`, so the state stays as it was. */
export const unchanged: unique symbol = Symbol("unchanged");

interface PlannedChange<A extends Attributes> {
  readonly prior: PriorOf<A> | null;
  readonly planned: PlanOf<A>;
  /** False if `planned` equals the prior state. */
  readonly changes: boolean;
}

/** To fail, a hook throws a DiagnosticError. To warn, a hook adds a warning to `call.diagnostics`. */
export interface Resource<C, A extends ResourceAttributes = ResourceAttributes> {
  readonly schema: Schema<A>;
  /** Checks rules about several attributes, whose values may be unknown. */
  validate?(config: ConfigOf<A>, call: HookCall): void;
  /** Returns only the values that differ from `planned`. */
  modifyPlan?(
    change: PlannedChange<A>,
    provider: C,
    call: ResourceCall,
  ): Partial<PlanOf<A>> | Promise<Partial<PlanOf<A>>>;
  modifyDestroyPlan?(prior: PriorOf<A>, provider: C, call: ResourceCall): void | Promise<void>;
  create(plan: FinalPlanOf<A>, provider: C, call: WriteCall<PriorOf<A>>): Promise<StateOf<A>>;
  /**
   * Receives each stored state of this type after `configure`, before any other call for the object. `read`
   * does not receive every state, for example with `-refresh=false` or for a tainted object.
   */
  held?(state: PriorOf<A>, provider: C): void;
  /** Returns null if the object is confirmed deleted. */
  read(state: PriorOf<A>, provider: C, call: ResourceCall): Promise<StateOf<A> | null | typeof unchanged>;
  update(
    change: { readonly prior: PriorOf<A>; readonly plan: FinalPlanOf<A> },
    provider: C,
    call: WriteCall<PriorOf<A>>,
  ): Promise<StateOf<A>>;
  /** Resolves when the object no longer exists, even if another client deleted it. */
  delete(prior: PriorOf<A>, provider: C, call: ResourceCall): Promise<void>;
  /** Returns the values that the import id contains, before Terraform calls `read`. */
  import(id: string, provider: C, call: ResourceCall): Partial<PriorOf<A>> | Promise<Partial<PriorOf<A>>>;
  /** Each upgrade starts from one version of the stored state, and must not call the API. */
  readonly upgrades?: ReadonlyMap<
    number,
    { readonly from: Attributes; upgrade(state: PriorOf<Attributes>): PriorOf<A> }
  >;
}

export interface DataSource<C, A extends Attributes = Attributes> {
  readonly schema: Schema<A>;
  validate?(config: ConfigOf<A>, call: HookCall): void;
  /** Terraform calls `read` only when the whole configuration is known. */
  read(config: PriorOf<A>, provider: C, call: HookCall): Promise<StateOf<A>>;
}

/** Terraform handles null and unknown arguments, so `call` never receives them. */
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
  /** OpenTofu 1.12 sends 1.13.0, the version of Terraform with which it is compatible. */
  readonly terraformVersion: string;
  readonly stopped: AbortSignal;
  readonly secrets: Secrets;
}

/** Terraform configures each provider block (each alias) once in each plan or apply. */
export interface Provider<C, A extends Attributes = Attributes> {
  readonly version: string;
  readonly schema: Schema<A>;
  /** The configuration may contain unknown values. A hook that needs an unknown value may fail later. */
  configure(config: ConfigOf<A>, call: ConfigureCall): C | Promise<C>;
  close?(configured: C): Promise<void>;
  readonly resources: Readonly<Record<string, Resource<C>>>;
  readonly dataSources: Readonly<Record<string, DataSource<C>>>;
  readonly functions: Readonly<Record<string, ProviderFunction>>;
}

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
