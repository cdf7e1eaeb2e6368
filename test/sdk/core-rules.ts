import type { Diagnostic } from "../../src/sdk/framework";
import { isComputed, objectType, type Attributes, type Schema } from "../../src/sdk/schema";
import {
  decodeMsgpack,
  encodeMsgpack,
  isUnknown,
  isWhollyKnown,
  valuesEqual,
  type ObjectValue,
  type Type,
  type Value,
} from "../../src/sdk/values";
import {
  DiagnosticSeverity,
  type Diagnostic as WireDiagnostic,
  type DynamicValue,
} from "../../src/sdk/wire/generated/tfplugin6";

/** The provider said no: its error diagnostics. */
export class Refused extends Error {
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ summary, detail }) => `${summary}\n${detail}`).join("\n\n"));
  }
}

/**
 * The provider broke a rule that Terraform enforces (terraform-protocol.md, section 3, "What core checks").
 */
export class RuleBroken extends Error {}

export function toWire(schema: Schema, value: ObjectValue | null): { msgpack: Uint8Array } {
  return { msgpack: encodeMsgpack(objectType(schema), value) };
}

export function fromWire(schema: Schema, wire: DynamicValue | undefined): ObjectValue | null {
  if (wire === undefined || wire.msgpack.length === 0) return null;
  return decoded(objectType(schema), wire.msgpack) as ObjectValue | null;
}

/** A value as Terraform decodes it: each text in it is in normal form C. */
export function decoded(type: Type, bytes: Uint8Array): Value {
  return composed(type, decodeMsgpack(type, bytes));
}

/** Knows the types that our schemas are made of. */
function composed(type: Type, value: Value): Value {
  if (typeof value === "string") return value.normalize("NFC");
  if (value === null || isUnknown(value)) return value;
  if (type.kind === "list") {
    return (value as readonly Value[]).map((element) => composed(type.element, element));
  }
  if (type.kind !== "object") return value;
  const attributes = Object.entries(type.attributes);
  return Object.fromEntries(
    attributes.map(([name, attribute]) => [name, composed(attribute, (value as ObjectValue)[name]!)]),
  );
}

export function fromWireDiagnostic({ severity, summary, detail, attribute }: WireDiagnostic): Diagnostic {
  return {
    severity: severity === DiagnosticSeverity.ERROR ? "error" : "warning",
    summary,
    detail,
    ...(attribute !== undefined && { attribute: attribute.steps[0]?.attributeName ?? "" }),
  };
}

/** The warnings; errors are thrown. */
export function accept(wire: readonly WireDiagnostic[]): readonly Diagnostic[] {
  const diagnostics = wire.map(fromWireDiagnostic);
  if (diagnostics.some(({ severity }) => severity === "error")) throw new Refused(diagnostics);
  return diagnostics;
}

/**
 * What core plans with where `ignore_changes` names attributes, computed ones too: their values in the state.
 */
export function ignoring(
  config: ObjectValue | null,
  prior: ObjectValue | null,
  ignored: readonly string[],
): ObjectValue | null {
  if (config === null || prior === null) return config;
  return { ...config, ...Object.fromEntries(ignored.map((name) => [name, prior[name]!])) };
}

/** The configuration laid over the prior state, as core does it for schemas without nested attributes. */
export function proposed(
  attributes: Attributes,
  config: ObjectValue,
  prior: ObjectValue | null,
): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const keeps = config[name] === null && isComputed(attribute);
      return [name, keeps ? (prior?.[name] ?? null) : config[name]!];
    }),
  );
}

export function checkPlan(
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
    const value = planned[name]!;
    if (config[name] === null) {
      if (value !== null && !isComputed(attribute)) {
        throw new RuleBroken(`${name}: planned value for a non-computed attribute`);
      }
      continue;
    }
    // A user may have named it in `ignore_changes`: then the state's value is sent as if it were configured.
    if (attribute.mode === "computed") continue;
    const fromConfig = valuesEqual(value, config[name]!);
    // A prior null is no value that a provider may keep in place of the configured one.
    const known = prior?.[name] ?? null;
    const fromPrior = known !== null && valuesEqual(value, known);
    if (!fromConfig && !fromPrior) throw new RuleBroken(`${name}: planned value does not match config value`);
  }
}

/**
 * What was planned at first must still hold when the plan is applied; unknown values may have become known.
 */
export function checkFinalPlan(schema: Schema, first: ObjectValue | null, final: ObjectValue | null): void {
  for (const name of Object.keys(schema.attributes)) {
    const before = first?.[name] ?? null;
    if (isUnknown(before) || valuesEqual(before, final?.[name] ?? null)) continue;
    throw new RuleBroken(`${name}: inconsistent final plan`);
  }
}

export function checkApply(schema: Schema, planned: ObjectValue | null, state: ObjectValue | null): void {
  if (planned === null) {
    if (state !== null) throw new RuleBroken("a destroy left a state");
    return;
  }
  if (state === null) throw new RuleBroken("an apply without error left no state");
  for (const name of Object.keys(schema.attributes)) {
    const value = planned[name]!;
    if (!isUnknown(value) && !valuesEqual(value, state[name]!)) {
      throw new RuleBroken(`${name}: inconsistent result after apply`);
    }
  }
}

export function wholly(state: ObjectValue, what: string): void {
  if (!isWhollyKnown(state)) throw new RuleBroken(what);
}
