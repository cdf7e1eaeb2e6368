import { DiagnosticError, upgradeState } from "../framework";
import { isCurrent } from "../schema";
import { findResource } from "./find";
import type { SyncHandler } from "./handler";
import { cacheUpgraded } from "./upgraded-states";
import { diagnosticsToWire, objectToWire } from "./wire-value";

/** Returns a stored state in the current schema. */
export const upgradeResourceState: SyncHandler<"UpgradeResourceState"> = (
  runtime,
  { typeName, version, rawState },
  cancellation,
) => {
  const { diagnostics } = runtime.call(cancellation);
  const upgradedState = diagnostics.attemptSync("state upgrade", () => {
    const resource = findResource(runtime, typeName);
    const { schema } = resource;
    if (rawState === undefined || rawState.json.length === 0) {
      throw DiagnosticError.of(
        `The state of ${typeName} has a form that this provider cannot read`,
        "Terraform 0.11 or older wrote the state. Remove the resource from the state, and import the object again.",
      );
    }
    const state = upgradeState(resource, { typeName, version }, rawState.json);
    if (runtime.isConfigured) resource.held?.(state, runtime.configured);
    const wire = objectToWire(schema, state);
    // An upgrade hook may return numbers in another form than the decoders, so its state is not cached.
    if (isCurrent(schema, version)) cacheUpgraded(schema, wire.msgpack, state);
    return wire;
  });
  return { upgradedState, diagnostics: diagnosticsToWire(diagnostics.all) };
};
