import { thrownText } from "../thrown";
import type { Value } from "../values";
import { findFunction } from "./find";
import type { SyncHandler } from "./handler";
import { foundToWire, fromWire } from "./wire-value";

/** Calls a provider function. Terraform has checked the number and the types of the arguments. */
export const callFunction: SyncHandler<"CallFunction"> = (runtime, { name, arguments: wireArguments }) => {
  const definition = findFunction(runtime, name);
  if (definition === undefined) return { error: { text: `This provider has no function ${name}.` } };
  try {
    const values = definition.parameters.map(({ of }, index) => fromWire(of.type, wireArguments[index]));
    return { result: foundToWire(definition.returns.type, definition.call(...values) as Value) };
  } catch (error) {
    return {
      error: { text: `The function failed: ${thrownText(error)}. This is a defect of the provider.` },
    };
  }
};
