import { callFunction as call, type ProviderFunction, type ProviderRuntime } from "../framework";
import { ValueError, type Value } from "../values";
import type { CallFunctionRequest, CallFunctionResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { findFunction } from "./find";
import { foundToWire, fromWire } from "./wire-value";

export function callFunction<C>(
  runtime: ProviderRuntime<C>,
  { name, arguments: values }: CallFunctionRequest,
): Outgoing<CallFunctionResponse> {
  const definition = findFunction(runtime, name);
  if (definition === undefined) return { error: { text: `This provider has no function ${name}.` } };
  try {
    const decoded = definition.parameters.map(({ of }, index) => fromWire(of.type, values[index]));
    const outcome = call(definition, decoded);
    return "error" in outcome
      ? { error: { text: outcome.error.message, functionArgument: outcome.error.argument } }
      : answer(definition, outcome.result);
  } catch (error) {
    if (error instanceof ValueError) return { error: { text: error.message } };
    throw error;
  }
}

/** A result of another type than the declared one must not read as if an argument were wrong. */
function answer({ returns }: ProviderFunction, result: Value): Outgoing<CallFunctionResponse> {
  try {
    return { result: foundToWire(returns.type, result) };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const text = `The function gave a wrong result: ${error.message}. This is a defect of the provider.`;
    return { error: { text } };
  }
}
