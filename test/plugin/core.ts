import { ProviderRuntime, type Diagnostic, type Logger, type Provider } from "../../src/plugin/framework";
import { Redactor } from "../../src/plugin/process/redact";
import { providerMethods } from "../../src/plugin/rpc";
import { isComputed, objectType, type Attributes, type Schema } from "../../src/plugin/schema";
import {
  decodeMsgpack,
  encodeJson,
  encodeMsgpack,
  isUnknown,
  isWhollyKnown,
  valuesEqual,
  type ObjectValue,
  type Value,
} from "../../src/plugin/values";
import {
  DiagnosticSeverity,
  Provider as Rpcs,
  type AttributePath,
  type Diagnostic as WireDiagnostic,
  type DynamicValue,
} from "../../src/plugin/wire/generated/tfplugin6";
import { decode, encode, type MessageType, type Outgoing } from "../../src/plugin/wire/protobuf";

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
  readonly requiresReplace: readonly string[];
  readonly warnings: readonly Diagnostic[];
}

/** The provider said no: its error diagnostics. */
export class Refused extends Error {
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ summary, detail }) => `${summary}\n${detail}`).join("\n\n"));
  }
}

/** The provider broke a rule that Terraform enforces (terraform-protocol.md, section 3, "What core checks"). */
export class RuleBroken extends Error {}

export const nothing: Instance = { state: null, private: new Uint8Array() };

const silent: Logger = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/**
 * Terraform's side of the protocol without Terraform: calls the provider's RPCs with encoded messages and enforces on
 * every answer what core enforces. One instance is one provider process.
 */
export class Core<C> {
  readonly #provider: Provider<C>;
  readonly #runtime: ProviderRuntime<C>;
  readonly #methods;

  constructor(provider: Provider<C>, log: Logger = silent) {
    this.#provider = provider;
    this.#runtime = new ProviderRuntime(provider, { log, secrets: new Redactor() });
    this.#methods = providerMethods(this.#runtime);
  }

  get runtime(): ProviderRuntime<C> {
    return this.#runtime;
  }

  close(): Promise<void> {
    return this.#runtime.close();
  }

  async rpc<Request, Response>(
    rpc: { path: string; request: MessageType<Request>; response: MessageType<Response> },
    request: Outgoing<Request>,
    signal = new AbortController().signal,
  ): Promise<Response> {
    const method = this.#methods.get(rpc.path);
    if (method?.kind !== "unary") throw new Error(`no RPC ${rpc.path}`);
    return decode(rpc.response, await method.handle(encode(rpc.request, request), { signal }));
  }

  /** Fills an object: attributes that are not given are null. */
  config(schema: Schema, given: Readonly<Record<string, Value>>): ObjectValue {
    return Object.fromEntries(Object.keys(schema.attributes).map((name) => [name, given[name] ?? null]));
  }

  resourceSchema(type: string): Schema {
    return this.#provider.resources[type]!.schema;
  }

  async configure(given: Readonly<Record<string, Value>>): Promise<readonly Diagnostic[]> {
    const { schema } = this.#provider;
    const config = toWire(schema, this.config(schema, given));
    const { diagnostics } = await this.rpc(Rpcs.ConfigureProvider, { terraformVersion: "1.11.4", config });
    return accept(diagnostics);
  }

  async validate(type: string, given: Readonly<Record<string, Value>>): Promise<readonly Diagnostic[]> {
    const schema = this.resourceSchema(type);
    const config = toWire(schema, this.config(schema, given));
    return accept((await this.rpc(Rpcs.ValidateResourceConfig, { typeName: type, config })).diagnostics);
  }

  /** Upgrades and reads a stored instance, as every plan does first. */
  async refresh(type: string, instance: Instance): Promise<Instance> {
    if (instance.state === null) return instance;
    const schema = this.resourceSchema(type);
    const json = Buffer.from(encodeJson(objectType(schema), instance.state));
    const upgraded = await this.rpc(Rpcs.UpgradeResourceState, {
      typeName: type,
      version: schema.version ?? 0,
      rawState: { json },
    });
    accept(upgraded.diagnostics);
    const read = await this.rpc(Rpcs.ReadResource, {
      typeName: type,
      currentState: upgraded.upgradedState,
      private: instance.private,
    });
    accept(read.diagnostics);
    const state = fromWire(schema, read.newState);
    if (state !== null) wholly(schema, state, "invalid object after read");
    return { ...instance, state, private: Uint8Array.from(read.private) };
  }

  async plan(type: string, given: Readonly<Record<string, Value>> | null, instance: Instance): Promise<Plan> {
    const schema = this.resourceSchema(type);
    const config = given === null ? null : this.config(schema, given);
    const prior = instance.tainted === true && config !== null ? null : instance.state;
    const first = await this.#planOnce(type, schema, config, prior, instance.private);
    if (config === null) return { ...first, action: "delete" };
    if (instance.tainted === true) return { ...first, action: "replace" };
    if (prior === null) return { ...first, action: "create" };
    if (first.requiresReplace.length > 0) {
      const second = await this.#planOnce(type, schema, config, null, first.private);
      return { ...second, requiresReplace: first.requiresReplace, action: "replace" };
    }
    const same = valuesEqual(objectType(schema), prior, first.planned);
    return { ...first, action: same ? "no-op" : "update" };
  }

  async #planOnce(
    type: string,
    schema: Schema,
    config: ObjectValue | null,
    prior: ObjectValue | null,
    priorPrivate: Uint8Array,
  ): Promise<Omit<Plan, "action">> {
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
    return {
      planned,
      private: Uint8Array.from(response.plannedPrivate),
      requiresReplace: response.requiresReplace.map(firstStep),
      warnings,
    };
  }

  /** Applies one step of a plan; a replace is a delete and a create. Errors come as `Refused` with what is to be saved. */
  async apply(
    type: string,
    given: Readonly<Record<string, Value>> | null,
    instance: Instance,
    plan: Plan,
  ): Promise<{
    readonly saved: Instance;
    readonly errors: readonly Diagnostic[];
    readonly warnings: readonly Diagnostic[];
  }> {
    const schema = this.resourceSchema(type);
    const config = given === null ? null : this.config(schema, given);
    if (plan.action === "no-op") return { saved: instance, errors: [], warnings: [] };
    const response = await this.rpc(Rpcs.ApplyResourceChange, {
      typeName: type,
      config: toWire(schema, config),
      priorState: toWire(schema, instance.state),
      plannedState: toWire(schema, plan.planned),
      plannedPrivate: plan.private,
    });
    const diagnostics = response.diagnostics.map(fromWireDiagnostic);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const state = fromWire(schema, response.newState);
    if (errors.length === 0) checkApply(schema, plan.planned, state);
    if (state !== null) wholly(schema, state, "invalid result object after apply");
    const tainted = errors.length > 0 && instance.state === null && state !== null;
    return {
      saved: { state, private: Uint8Array.from(response.private), ...(tainted && { tainted }) },
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

function toWire(schema: Schema, value: ObjectValue | null): { msgpack: Uint8Array } {
  return { msgpack: encodeMsgpack(objectType(schema), value) };
}

function fromWire(schema: Schema, wire: DynamicValue | undefined): ObjectValue | null {
  if (wire === undefined || wire.msgpack.length === 0) return null;
  return decodeMsgpack(objectType(schema), wire.msgpack) as ObjectValue | null;
}

function firstStep(path: AttributePath): string {
  return path.steps[0]?.attributeName ?? "";
}

function fromWireDiagnostic({ severity, summary, detail, attribute }: WireDiagnostic): Diagnostic {
  return {
    severity: severity === DiagnosticSeverity.ERROR ? "error" : "warning",
    summary,
    detail,
    ...(attribute !== undefined && { path: [{ kind: "attribute" as const, name: firstStep(attribute) }] }),
  };
}

/** The warnings; errors are thrown. */
function accept(wire: readonly WireDiagnostic[]): readonly Diagnostic[] {
  const diagnostics = wire.map(fromWireDiagnostic);
  if (diagnostics.some(({ severity }) => severity === "error")) throw new Refused(diagnostics);
  return diagnostics;
}

/** The configuration laid over the prior state, as core does it for schemas without nested attributes. */
function proposed(attributes: Attributes, config: ObjectValue, prior: ObjectValue | null): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const keeps = config[name] === null && isComputed(attribute);
      return [name, keeps ? (prior?.[name] ?? null) : config[name]!];
    }),
  );
}

function checkPlan(
  attributes: Attributes,
  config: ObjectValue | null,
  prior: ObjectValue | null,
  planned: ObjectValue | null,
): void {
  if (config === null) {
    if (planned !== null) throw new RuleBroken("planned a non-null destroy value");
    return;
  }
  if (planned === null) throw new RuleBroken("planned null for an object that is configured");
  for (const [name, attribute] of Object.entries(attributes)) {
    const { type } = attribute.of;
    const value = planned[name]!;
    if (config[name] === null) {
      if (value !== null && !isComputed(attribute)) {
        throw new RuleBroken(`${name}: planned value for a non-computed attribute`);
      }
      continue;
    }
    const fromConfig = valuesEqual(type, value, config[name]!);
    const fromPrior = prior !== null && valuesEqual(type, value, prior[name]!);
    if (!fromConfig && !fromPrior) throw new RuleBroken(`${name}: planned value does not match config value`);
  }
}

function checkApply(schema: Schema, planned: ObjectValue | null, state: ObjectValue | null): void {
  if (planned === null) {
    if (state !== null) throw new RuleBroken("a destroy left a state");
    return;
  }
  if (state === null) throw new RuleBroken("an apply without error left no state");
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    const value = planned[name]!;
    if (!isUnknown(value) && !valuesEqual(attribute.of.type, value, state[name]!)) {
      throw new RuleBroken(`${name}: inconsistent result after apply`);
    }
  }
}

function wholly(schema: Schema, state: ObjectValue, what: string): void {
  if (!isWhollyKnown(objectType(schema), state)) throw new RuleBroken(what);
}
