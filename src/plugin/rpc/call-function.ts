import { FunctionError, type ProviderFunction, type ProviderRuntime } from "../framework";
import { integerProblem } from "../schema";
import { thrownText } from "../thrown";
import { ValueError, type Value } from "../values";
import type { CallFunctionRequest, CallFunctionResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { findFunction } from "./find";
import { foundToWire, fromWire } from "./wire-value";

/** Calls a provider function. Terraform has checked the number and the types of the arguments. */
export function callFunction<C>(
  runtime: ProviderRuntime<C>,
  { name, arguments: wireArguments }: CallFunctionRequest,
): Outgoing<CallFunctionResponse> {
  const definition = findFunction(runtime, name);
  if (definition === undefined) return { error: { text: `This provider has no function ${name}.` } };
  try {
    const values = definition.parameters.map(({ of }, index) => fromWire(of.type, wireArguments[index]));
    rejectFractions(definition, values);
    return resultToWire(definition, definition.call(...values) as Value);
  } catch (error) {
    return { error: errorToWire(error) };
  }
}

/** Terraform has no integer type, so it does not check whole numbers. */
function rejectFractions({ parameters }: ProviderFunction, values: readonly Value[]): void {
  for (const [index, { name, of }] of parameters.entries()) {
    const problem = integerProblem(of, values[index]);
    if (problem !== undefined) throw new FunctionError(`${name} ${problem}`, index);
  }
}

/** Encodes the result. The error for a wrong result must not blame an argument. */
function resultToWire({ returns }: ProviderFunction, result: Value): Outgoing<CallFunctionResponse> {
  try {
    return { result: foundToWire(returns.type, result) };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new FunctionError(
      `The function returned a wrong result: ${error.message}. This is a defect of the provider.`,
    );
  }
}

function errorToWire(error: unknown): Outgoing<CallFunctionResponse>["error"] {
  if (error instanceof FunctionError) return { text: error.message, functionArgument: error.argument };
  if (error instanceof ValueError) return { text: error.message };
  return { text: `The function failed: ${thrownText(error)}. This is a defect of the provider.` };
}
