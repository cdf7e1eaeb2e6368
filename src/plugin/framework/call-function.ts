import { thrownText } from "../thrown";
import type { Value } from "../values";
import { FunctionError, type ProviderFunction } from "./definitions";

type FunctionResult = { readonly result: Value } | { readonly error: FunctionError };

/** Calls a provider function. Terraform has checked the count and types of the arguments. */
export function callFunction(definition: ProviderFunction, values: readonly Value[]): FunctionResult {
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
