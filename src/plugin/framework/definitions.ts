import type {
  Attributes,
  ConfigOf,
  FinalPlanOf,
  ModelType,
  PlanOf,
  PriorOf,
  Schema,
  StateOf,
} from "../schema";
import type { Call, ResourceCall, WriteCall } from "./call";
import type { Secrets } from "./logger";

/** What a read answers where it found nothing out and the state is to stay as it is. */
export const unchanged: unique symbol = Symbol("unchanged");

/** What a plan is about to do to one resource instance. */
interface PlannedChange<A extends Attributes> {
  /** Null where the object is to be created. */
  readonly prior: PriorOf<A> | null;
  /** Defaults and plan modifiers applied. */
  readonly planned: PlanOf<A>;
  /** False where nothing differs from the prior state. */
  readonly changes: boolean;
}

/** Turns the state of an older schema version into the current one. Calls no API (section 3, "RawState"). */
interface StateUpgrade<A extends Attributes> {
  /** The attributes of the version that wrote the state. */
  readonly from: Attributes;
  upgrade(state: PriorOf<Attributes>): PriorOf<A>;
}

/**
 * A managed resource. `C` is what the provider's `configure` made. A hook ends with an error by throwing a
 * DiagnosticError; warnings go to `call.diagnostics`.
 */
export interface Resource<C, A extends Attributes = Attributes> {
  readonly schema: Schema<A>;
  /** Checks across attributes. Must say nothing about values that are not known yet. */
  validate?(config: ConfigOf<A>, call: Call): void;
  /** Decides computed values that follow from others, and warns. Returns the planned values it changes. */
  plan?(
    change: PlannedChange<A>,
    provider: C,
    call: ResourceCall,
  ): Partial<PlanOf<A>> | Promise<Partial<PlanOf<A>>>;
  /** Warns about or refuses a destroy. */
  planDestroy?(prior: PriorOf<A>, provider: C, call: ResourceCall): void | Promise<void>;
  create(plan: FinalPlanOf<A>, provider: C, call: WriteCall<PriorOf<A>>): Promise<StateOf<A>>;
  /**
   * Told of each state that Terraform hands over for an upgrade, once the provider is configured: in plan and apply, also
   * of what is not read (`-refresh=false`, tainted or deposed objects), before anything else about it.
   */
  held?(state: PriorOf<A>, provider: C): void;
  /** Null where the object is gone. */
  read(state: PriorOf<A>, provider: C, call: ResourceCall): Promise<StateOf<A> | null | typeof unchanged>;
  update(
    plan: FinalPlanOf<A>,
    prior: PriorOf<A>,
    provider: C,
    call: WriteCall<PriorOf<A>>,
  ): Promise<StateOf<A>>;
  /** Success means that the object is gone, whoever removed it. */
  delete(prior: PriorOf<A>, provider: C, call: ResourceCall): Promise<void>;
  /** What is known from the import id alone; Terraform reads the rest. */
  import?(id: string, provider: C, call: ResourceCall): Partial<PriorOf<A>> | Promise<Partial<PriorOf<A>>>;
  /** By the version that wrote the state. */
  readonly upgrades?: ReadonlyMap<number, StateUpgrade<A>>;
}

/** Something a configuration reads and does not manage. */
export interface DataSource<C, A extends Attributes = Attributes> {
  readonly schema: Schema<A>;
  validate?(config: ConfigOf<A>, call: Call): void;
  /** Called with everything in the configuration known. */
  read(config: PriorOf<A>, provider: C, call: Call): Promise<StateOf<A>>;
}

export interface FunctionParameter<T = unknown> {
  readonly name: string;
  readonly of: ModelType<T>;
  readonly description: string;
}

/** A pure function. Terraform answers null or unknown arguments by itself, so `call` sees known values only. */
export interface ProviderFunction<
  P extends readonly FunctionParameter[] = readonly FunctionParameter[],
  R = unknown,
> {
  readonly summary: string;
  readonly description: string;
  readonly parameters: P;
  readonly returns: ModelType<R>;
  /** Throws a FunctionError to blame an argument. */
  call(...values: ArgumentsOf<P>): R;
}

type ArgumentsOf<P extends readonly FunctionParameter[]> = {
  [I in keyof P]: P[I] extends FunctionParameter<infer T> ? T : never;
};

/** Thrown by a function's `call`. */
export class FunctionError extends Error {
  override readonly name = "FunctionError";
  /** Index of the argument at fault, from 0. */
  readonly argument: number | undefined;

  constructor(message: string, argument?: number) {
    super(message);
    this.argument = argument;
  }
}

interface ConfigureCall extends Call {
  /** Version of Terraform; OpenTofu 1.12 names the one whose plugins it supports, 1.13.0, in place of its own. */
  readonly terraformVersion: string;
  /** Aborted when Terraform asks the provider to stop, for what it does between calls. */
  readonly stopped: AbortSignal;
  /** Told every secret that the configuration holds, so that none reaches a log, a diagnostic or a crash report. */
  readonly secrets: Secrets;
}

/** A provider: what Terraform configures once per walk and asks about its resources. */
export interface Provider<C, A extends Attributes = Attributes> {
  readonly version: string;
  readonly schema: Schema<A>;
  validate?(config: ConfigOf<A>, call: Call): void;
  /**
   * Makes what the hooks get as `provider`. A value that is not known yet must be accepted and fail only when a hook
   * needs it (section 3, last rows).
   */
  configure(config: ConfigOf<A>, call: ConfigureCall): C | Promise<C>;
  /** Releases what `configure` made. */
  close?(configured: C): Promise<void>;
  readonly resources: Readonly<Record<string, Resource<C>>>;
  readonly dataSources: Readonly<Record<string, DataSource<C>>>;
  readonly functions: Readonly<Record<string, ProviderFunction>>;
}
