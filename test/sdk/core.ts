import type { Diagnostic, Logger, Provider } from "../../src/sdk/framework";
import { ProviderRuntime } from "../../src/sdk/framework/runtime";
import { providerMethods } from "../../src/sdk/load-provider";
import { Redactor } from "../../src/sdk/process/log";
import { redactorOf } from "../../src/util/redact";
import { objectType, type Schema } from "../../src/sdk/schema";
import { encodeMsgpack, valuesEqual, type ObjectValue, type Value } from "../../src/sdk/values";
import { Provider as Rpcs, type DynamicValue } from "../../src/sdk/wire/generated/tfplugin6";
import { decode } from "../../src/sdk/wire/decode";
import { encode } from "../../src/sdk/wire/encode";
import type { Outgoing, Rpc } from "../../src/sdk/wire/message";
import {
  accept,
  checkApply,
  checkFinalPlan,
  checkPlan,
  decoded,
  fromWire,
  fromWireDiagnostic,
  ignoring,
  proposed,
  RuleBroken,
  toWire,
  wholly,
} from "./core-rules";

export { Refused, RuleBroken } from "./core-rules";

/** A resource instance as Terraform stores it. */
export interface Instance {
  readonly state: ObjectValue | null;
  readonly private: Uint8Array;
  readonly tainted?: boolean;
}

export interface Plan {
  readonly action: "no-op" | "create" | "update" | "delete" | "replace";
  readonly planned: ObjectValue | null;
  readonly private: Uint8Array;
  readonly warnings: readonly Diagnostic[];
  /** The attributes that `ignore_changes` names. */
  readonly ignored: readonly string[];
}

/** The first half of a replace: Terraform applies it as a delete. */
export function deletionOf(plan: Plan): Plan {
  return { ...plan, action: "delete", planned: null };
}

export const nothing: Instance = { state: null, private: new Uint8Array() };

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Terraform's side of the protocol without Terraform: calls the provider's RPCs with encoded messages and
 * enforces on every answer what core enforces. One instance is one provider process.
 */
export class Core<C> {
  readonly #provider: Provider<C>;
  readonly runtime: ProviderRuntime;
  readonly #methods;

  constructor(provider: Provider<C>, log: Logger = silent) {
    this.#provider = provider;
    const redactor = new Redactor();
    redactor.searchWith(redactorOf);
    this.runtime = new ProviderRuntime(provider, log, redactor);
    this.#methods = providerMethods(this.runtime);
  }

  close(): Promise<void> {
    return this.runtime.close();
  }

  async rpc<Request, Response>(
    rpc: Rpc<Request, Response>,
    request: Outgoing<Request>,
    signal = new AbortController().signal,
  ): Promise<Response> {
    const method = this.#methods.get(rpc.path);
    if (typeof method !== "function") throw new Error(`no RPC ${rpc.path}`);
    const call = new AbortController();
    const abort = (reason: unknown) => call.abort(reason);
    if (signal.aborted) abort(signal.reason);
    signal.addEventListener("abort", () => abort(signal.reason));
    const context = { signal: call.signal, abort };
    return decode(rpc.response, await method(encode(rpc.request, request), context));
  }

  /**
   * A configuration as Terraform hands it on: attributes that are not given are null, texts are in normal
   * form C.
   */
  config(schema: Schema, given: Readonly<Record<string, Value>>): ObjectValue {
    const entries = Object.keys(schema.attributes).map((name) => [name, given[name] ?? null]);
    const type = objectType(schema);
    return decoded(type, encodeMsgpack(type, Object.fromEntries(entries))) as ObjectValue;
  }

  #wireConfig(schema: Schema, given: Readonly<Record<string, Value>>) {
    return toWire(schema, this.config(schema, given));
  }

  resourceSchema(type: string): Schema {
    return this.#provider.resources[type]!.schema;
  }

  async configure(given: Readonly<Record<string, Value>>): Promise<readonly Diagnostic[]> {
    const { schema } = this.#provider;
    const config = this.#wireConfig(schema, given);
    const { diagnostics } = await this.rpc(Rpcs.ConfigureProvider, { terraformVersion: "1.11.4", config });
    return accept(diagnostics);
  }

  async validateProvider(given: Readonly<Record<string, Value>>): Promise<readonly Diagnostic[]> {
    const { schema } = this.#provider;
    const config = this.#wireConfig(schema, given);
    return accept((await this.rpc(Rpcs.ValidateProviderConfig, { config })).diagnostics);
  }

  async validate(typeName: string, given: Readonly<Record<string, Value>>): Promise<readonly Diagnostic[]> {
    const config = this.#wireConfig(this.resourceSchema(typeName), given);
    return accept((await this.rpc(Rpcs.ValidateResourceConfig, { typeName, config })).diagnostics);
  }

  async validateDataSource(typeName: string, given: Readonly<Record<string, Value>>) {
    const config = this.#wireConfig(this.#provider.dataSources[typeName]!.schema, given);
    return accept((await this.rpc(Rpcs.ValidateDataResourceConfig, { typeName, config })).diagnostics);
  }

  /** Validates and reads a data source. */
  async readDataSource(type: string, given: Readonly<Record<string, Value>>): Promise<ObjectValue> {
    await this.validateDataSource(type, given);
    const { schema } = this.#provider.dataSources[type]!;
    const config = this.#wireConfig(schema, given);
    const response = await this.rpc(Rpcs.ReadDataSource, { typeName: type, config });
    accept(response.diagnostics);
    const state = fromWire(schema, response.state);
    if (state === null) throw new RuleBroken("a data source read as null");
    wholly(state, "invalid object after a read of a data source");
    return state;
  }

  /** Calls a provider function; its error is thrown with the argument at fault. */
  async call(name: string, ...values: readonly Value[]): Promise<Value> {
    const { parameters, returns } = this.#provider.functions[name]!;
    const response = await this.rpc(Rpcs.CallFunction, {
      name,
      arguments: parameters.map(({ of }, index) => {
        const value = decoded(of.type, encodeMsgpack(of.type, values[index]!));
        return { msgpack: encodeMsgpack(of.type, value) };
      }),
    });
    if (response.error !== undefined) throw new Error(response.error.text);
    return decoded(returns.type, response.result!.msgpack);
  }

  async stop(): Promise<void> {
    await this.rpc(Rpcs.StopProvider, {});
  }

  /** What Terraform asks for of every stored instance, before anything else, in plan and apply. */
  async #upgrade(type: string, schema: Schema, state: ObjectValue): Promise<DynamicValue | undefined> {
    const { upgradedState, diagnostics } = await this.rpc(Rpcs.UpgradeResourceState, {
      typeName: type,
      version: schema.version ?? 0,
      rawState: { json: Buffer.from(JSON.stringify(state)) },
    });
    accept(diagnostics);
    return upgradedState;
  }

  /** Upgrades and reads a stored instance, as every plan does first. `signal` gives up the read alone. */
  async refresh(type: string, instance: Instance, signal?: AbortSignal): Promise<Instance> {
    if (instance.state === null) return instance;
    const schema = this.resourceSchema(type);
    const currentState = await this.#upgrade(type, schema, instance.state);
    const request = { typeName: type, currentState, private: instance.private };
    const read = await this.rpc(Rpcs.ReadResource, request, signal);
    accept(read.diagnostics);
    const state = fromWire(schema, read.newState);
    // Terraform removes the instance, and with it the taint and the memory.
    if (state === null) return nothing;
    wholly(state, "invalid object after read");
    return { ...instance, state, private: Uint8Array.from(read.private) };
  }

  /** `replace` is what the option -replace does, `ignored` what `ignore_changes` names. */
  async plan(
    type: string,
    given: Readonly<Record<string, Value>> | null,
    instance: Instance,
    { replace = false, ignored = [] }: { replace?: boolean; ignored?: readonly string[] } = {},
  ): Promise<Plan> {
    const schema = this.resourceSchema(type);
    const config = given === null ? null : this.config(schema, given);
    if (instance.state !== null) await this.#upgrade(type, schema, instance.state);
    // Of a tainted object, Terraform sends neither state nor memory.
    const { state: prior, private: memory } =
      instance.tainted === true && config !== null ? nothing : instance;
    const once = await this.#planOnce(type, schema, ignoring(config, prior, ignored), prior, memory);
    const first = { ...once, ignored };
    if (config === null) return { ...first, action: "delete" };
    if (instance.tainted === true) return { ...first, action: "replace" };
    if (prior === null) return { ...first, action: "create" };
    if (replace) {
      const second = await this.#planOnce(type, schema, config, null, first.private);
      return { ...second, ignored, action: "replace" };
    }
    const same = valuesEqual(prior, first.planned);
    return { ...first, action: same ? "no-op" : "update" };
  }

  async #planOnce(
    type: string,
    schema: Schema,
    config: ObjectValue | null,
    prior: ObjectValue | null,
    priorPrivate: Uint8Array,
  ): Promise<Omit<Plan, "action" | "ignored">> {
    const response = await this.rpc(Rpcs.PlanResourceChange, {
      typeName: type,
      config: toWire(schema, config),
      priorState: toWire(schema, prior),
      proposedNewState: toWire(schema, config === null ? null : proposed(schema.attributes, config, prior)),
      priorPrivate,
    });
    const warnings = accept(response.diagnostics);
    const planned = fromWire(schema, response.plannedState);
    checkPlan(schema.attributes, config, prior, planned);
    return { planned, private: Uint8Array.from(response.plannedPrivate), warnings };
  }

  /**
   * Plans once more, as core does, and applies one step of a plan; a replace is a delete and a create.
   * `signal` gives up the write alone.
   */
  async apply(
    type: string,
    given: Readonly<Record<string, Value>> | null,
    instance: Instance,
    plan: Plan,
    signal?: AbortSignal,
  ): Promise<{
    readonly saved: Instance;
    readonly errors: readonly Diagnostic[];
    readonly warnings: readonly Diagnostic[];
  }> {
    const schema = this.resourceSchema(type);
    const config = given === null ? null : this.config(schema, given);
    if (plan.action === "no-op") return { saved: instance, errors: [], warnings: [] };
    if (instance.state !== null) await this.#upgrade(type, schema, instance.state);
    const { state: prior } = instance;
    // The configuration that is applied is the written one nevertheless.
    const planned = ignoring(config, prior, plan.ignored);
    const final =
      planned === null ? plan : await this.#planOnce(type, schema, planned, prior, instance.private);
    if (config !== null) checkFinalPlan(schema, plan.planned, final.planned);
    const request = {
      typeName: type,
      config: toWire(schema, config),
      priorState: toWire(schema, instance.state),
      plannedState: toWire(schema, final.planned),
      plannedPrivate: final.private,
    };
    const response = await this.rpc(Rpcs.ApplyResourceChange, request, signal);
    const diagnostics = response.diagnostics.map(fromWireDiagnostic);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const state = fromWire(schema, response.newState);
    if (errors.length === 0) checkApply(schema, final.planned, state);
    if (state !== null) wholly(state, "invalid result object after apply");
    const tainted = errors.length > 0 && instance.state === null && state !== null;
    // What is not in the state any more has no private memory either.
    const memory = state === null ? nothing.private : Uint8Array.from(response.private);
    return {
      saved: { state, private: memory, ...(tainted && { tainted }) },
      errors,
      warnings: diagnostics.filter(({ severity }) => severity === "warning"),
    };
  }

  async import(type: string, id: string): Promise<Instance> {
    const response = await this.rpc(Rpcs.ImportResourceState, { typeName: type, id });
    accept(response.diagnostics);
    const [imported, ...others] = response.importedResources;
    if (imported === undefined || others.length > 0) throw new RuleBroken("import must return one resource");
    const state = fromWire(this.resourceSchema(type), imported.state);
    if (state === null) throw new RuleBroken("import returned null");
    const read = await this.refresh(type, { state, private: Uint8Array.from(imported.private) });
    if (read.state === null) throw new RuleBroken("Cannot import non-existent remote object");
    return read;
  }
}
