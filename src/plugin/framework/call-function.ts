import { integerProblem } from "../schema";
import { thrownText } from "../thrown";
import type { Value } from "../values";
import { FunctionError, type ProviderFunction } from "./definitions";

type FunctionResult = { readonly result: Value } | { readonly error: FunctionError };

/** Calls a provider function. Terraform has checked the count and types of the arguments, of which it has no integers. */
export function callFunction(definition: ProviderFunction, values: readonly Value[]): FunctionResult {
  for (const [index, { name, of }] of definition.parameters.entries()) {
    const wrong = integerProblem(of, values[index]);
    if (wrong !== undefined) return { error: new FunctionError(`${name} ${wrong}`, index) };
  }
  try {
    return { result: definition.call(...values) as Value };
  } catch (error) {
    if (error instanceof FunctionError) return { error };
    return {
      error: new FunctionError(
        `The function failed: ${thrownText(error)}. This is a defect of the provider.`,
      ),
    };
  }
}
