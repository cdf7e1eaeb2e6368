import { planChange } from "../framework";
import { findResource } from "./find";
import type { Handler } from "./handler";
import {
  areSameBytes,
  diagnosticsToWire,
  objectFromWire,
  objectToWire,
  privateToWire,
  stateFromWire,
} from "./wire-value";

export const planResourceChange: Handler<"PlanResourceChange"> = async (runtime, request, cancellation) => {
  const call = runtime.resourceCall(cancellation, request.priorPrivate);
  const plannedState = await call.diagnostics.attempt("plan", async () => {
    const resource = findResource(runtime, request.typeName);
    const { schema } = resource;
    const { priorState, proposedNewState } = request;
    const prior = stateFromWire(schema, priorState);
    const proposed = areSameBytes(priorState, proposedNewState)
      ? prior
      : objectFromWire(schema, proposedNewState);
    const planned = await planChange(resource, { prior, proposed }, { provider: runtime.configured, call });
    return prior !== null && planned === prior ? priorState : objectToWire(schema, planned);
  });
  return {
    plannedState,
    plannedPrivate: privateToWire(call, "plan", request.priorPrivate),
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
};
