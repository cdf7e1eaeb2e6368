import { applyChange, type Diagnostics } from "../framework";
import type { Schema } from "../schema";
import { encodeMsgpack, type ObjectValue, type Type, type Value, ValueError } from "../values";
import { findResource } from "./find";
import type { Handler } from "./handler";
import { diagnosticsToWire, objectFromWire, objectToWire, privateToWire, stateFromWire } from "./wire-value";

/** Applies the planned change of a resource and returns the state that Terraform saves. */
export const applyResourceChange: Handler<"ApplyResourceChange"> = async (runtime, request, cancellation) => {
  const call = runtime.resourceCall(cancellation, request.plannedPrivate);
  const newState = await call.diagnostics.attempt("apply", async () => {
    const resource = findResource(runtime, request.typeName);
    const change = {
      prior: stateFromWire(resource.schema, request.priorState),
      planned: objectFromWire(resource.schema, request.plannedState),
    };
    const state = await runtime.write(() =>
      applyChange(resource, change, { provider: runtime.configured, call }),
    );
    return savedState(resource.schema, state, call.diagnostics);
  });
  return {
    // The new state is missing only if the call failed before a hook ran. In that case, nothing has changed.
    newState: newState ?? request.priorState,
    private: privateToWire(call, "apply", request.plannedPrivate),
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
};

/**
 * Encodes the state. An attribute whose value cannot be encoded becomes null, so that the state is still
 * saved and the object does not become an orphan.
 */
function savedState(schema: Schema, state: ObjectValue | null, diagnostics: Diagnostics) {
  try {
    return objectToWire(schema, state);
  } catch (error) {
    if (state === null) throw error;
    diagnostics.addThrown(error, "apply");
    const entries = Object.entries(schema.attributes).map(([name, { of }]) => {
      const value = state[name] ?? null;
      return [name, isEncodable(of.type, value) ? value : null];
    });
    return objectToWire(schema, Object.fromEntries(entries) as ObjectValue);
  }
}

function isEncodable(type: Type, value: Value): boolean {
  try {
    encodeMsgpack(type, value);
    return true;
  } catch (error) {
    if (error instanceof ValueError) return false;
    throw error;
  }
}
