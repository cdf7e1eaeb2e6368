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
   * Fires when Terraform stops the provider or cancels this call. Waits and reads must then end, and a sent
   * write finishes (terraform-protocol.md, section 0, row 2). `{ ...call }` copies no signal.
   */
  readonly signal: AbortSignal;
  readonly diagnostics: Diagnostics;
  readonly log: Logger;
}

export interface ResourceCall extends HookCall {
  readonly private: PrivateState;
}

export interface WriteCall<State> extends ResourceCall {
  /** Records the state so far. If the hook fails later, Terraform saves this state, so the object is no orphan. */
  record(state: State): void;
}

/** A `read` hook returns `unchanged` if it could not read the object. The state then stays as it was. */
export const unchanged: unique symbol = Symbol("unchanged");

interface PlannedChange<A extends Attributes> {
  readonly prior: PriorOf<A> | null;
  /** The state that Terraform proposes, with the planned values of computed attributes. */
  readonly planned: PlanOf<A>;
  /** False if `planned` equals the prior state. */
  readonly changes: boolean;
}

/** To fail, a hook throws a DiagnosticError. To warn, it adds a warning to `call.diagnostics`. */
export interface Resource<C, A extends ResourceAttributes = ResourceAttributes> {
  readonly schema: Schema<A>;
  /** Checks rules about several attributes. Values may be unknown. */
  validate?(config: ConfigOf<A>, call: HookCall): void;
  /** Returns only the planned values that should differ from `planned`. */
  modifyPlan?(
    change: PlannedChange<A>,
    provider: C,
    call: ResourceCall,
  ): Partial<PlanOf<A>> | Promise<Partial<PlanOf<A>>>;
  modifyDestroyPlan?(prior: PriorOf<A>, provider: C, call: ResourceCall): void | Promise<void>;
  create(plan: FinalPlanOf<A>, provider: C, call: WriteCall<PriorOf<A>>): Promise<StateOf<A>>;
  /**
   * Receives each stored state of this type after `configure`, before any other call for the object. `read` does not
   * receive every stored state, for example with `-refresh=false`, or for a tainted or deposed object.
   */
  held?(state: PriorOf<A>, provider: C): void;
  /** Returns the object's state; null if the object is confirmed deleted. */
  read(state: PriorOf<A>, provider: C, call: ResourceCall): Promise<StateOf<A> | null | typeof unchanged>;
  update(
    change: { readonly prior: PriorOf<A>; readonly plan: FinalPlanOf<A> },
    provider: C,
    call: WriteCall<PriorOf<A>>,
  ): Promise<StateOf<A>>;
  /** Resolves when the object no longer exists, even if another client deleted it. */
  delete(prior: PriorOf<A>, provider: C, call: ResourceCall): Promise<void>;
  /** Returns the values that the import id contains. Terraform then calls `read` for all other values. */
  import(id: string, provider: C, call: ResourceCall): Partial<PriorOf<A>> | Promise<Partial<PriorOf<A>>>;
  /** Upgrades by version of the stored state. Upgrades must not call the API (terraform-protocol.md, section 3). */
  readonly upgrades?: ReadonlyMap<
    number,
    { readonly from: Attributes; upgrade(state: PriorOf<Attributes>): PriorOf<A> }
  >;
}

export interface DataSource<C, A extends Attributes = Attributes> {
  readonly schema: Schema<A>;
  /** Checks rules about several attributes. Values may be unknown. */
  validate?(config: ConfigOf<A>, call: HookCall): void;
  /** Terraform calls `read` only when the whole configuration is known. */
  read(config: PriorOf<A>, provider: C, call: HookCall): Promise<StateOf<A>>;
}

/** A pure provider function. Terraform handles null and unknown arguments, so `call` never receives them. */
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
  /** Version of Terraform. OpenTofu 1.12 sends 1.13.0, the Terraform version with which it is compatible. */
  readonly terraformVersion: string;
  readonly stopped: AbortSignal;
  readonly secrets: Secrets;
}

/** Terraform configures each provider block (each alias) once in each plan or apply. */
export interface Provider<C, A extends Attributes = Attributes> {
  readonly version: string;
  readonly schema: Schema<A>;
  /** Must accept unknown values. A hook that needs an unknown value may fail later. */
  configure(config: ConfigOf<A>, call: ConfigureCall): C | Promise<C>;
  close?(configured: C): Promise<void>;
  readonly resources: Readonly<Record<string, Resource<C>>>;
  readonly dataSources: Readonly<Record<string, DataSource<C>>>;
  readonly functions: Readonly<Record<string, ProviderFunction>>;
}

/** The private state of one call. Terraform keeps only the last response, so each call decodes what it received. */
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
