import { callFunction as call, type ProviderRuntime } from "../framework";
import { ValueError } from "../values";
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
      : { result: foundToWire(definition.returns.type, outcome.result) };
  } catch (error) {
    if (error instanceof ValueError) return { error: { text: error.message } };
    throw error;
  }
}
