import { DiagnosticError, upgradeState, type Cancellation, type ProviderRuntime } from "../framework";
import { isCurrent } from "../schema";
import type { UpgradeResourceStateRequest, UpgradeResourceStateResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { findResource } from "./find";
import { cacheUpgraded } from "./upgraded-states";
import { diagnosticsToWire, objectToWire } from "./wire-value";

/** Returns a stored state in the current schema. */
export function upgradeResourceState<C>(
  runtime: ProviderRuntime<C>,
  { typeName, version, rawState }: UpgradeResourceStateRequest,
  cancellation: Cancellation,
): Outgoing<UpgradeResourceStateResponse> {
  const { diagnostics } = runtime.call(cancellation);
  const upgradedState = diagnostics.attemptSync("state upgrade", () => {
    const resource = findResource(runtime, typeName);
    const { schema } = resource;
    if (rawState === undefined || rawState.json.length === 0) throw unreadable(typeName);
    const state = upgradeState(resource, { typeName, version }, rawState.json);
    if (runtime.isConfigured) resource.held?.(state, runtime.configured);
    const wire = objectToWire(schema, state);
    // An upgrade hook may return numbers in another form than the decoders, so its state is not cached.
    if (isCurrent(schema, version)) cacheUpgraded(schema, wire.msgpack, state);
    return wire;
  });
  return { upgradedState, diagnostics: diagnosticsToWire(diagnostics.all) };
}

function unreadable(type: string): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: `The state of ${type} has a form that this provider cannot read`,
    detail:
      "Terraform 0.11 or older wrote the state. Remove the resource from the state, and import the object again.",
  });
}
