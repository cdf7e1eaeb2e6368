import {
  DiagnosticError,
  upgradeResourceState as upgrade,
  type Cancellation,
  type ProviderRuntime,
} from "../framework";
import { isCurrent } from "../schema";
import type { UpgradeResourceStateRequest, UpgradeResourceStateResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { attemptAtOnce } from "./attempt";
import { findResource } from "./find";
import { keepUpgraded } from "./upgraded-states";
import { diagnosticsToWire } from "./wire-diagnostics";
import { objectToWire } from "./wire-value";

export function upgradeResourceState<C>(
  runtime: ProviderRuntime<C>,
  { typeName, version, rawState }: UpgradeResourceStateRequest,
  cancellation: Cancellation,
): Outgoing<UpgradeResourceStateResponse> {
  const { diagnostics } = runtime.call(cancellation);
  const upgradedState = attemptAtOnce(diagnostics, "state upgrade", () => {
    const resource = findResource(runtime, typeName);
    const { schema } = resource;
    if (rawState === undefined || rawState.json.length === 0) throw unreadable(typeName);
    const state = upgrade(typeName, resource, version, rawState.json);
    if (runtime.isConfigured) resource.held?.(state, runtime.configured);
    const wire = objectToWire(schema, state);
    if (isCurrent(schema, version)) keepUpgraded(schema, wire.msgpack, state);
    return wire;
  });
  return { upgradedState, diagnostics: diagnosticsToWire(diagnostics.all) };
}

function unreadable(type: string): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: `The state of ${type} is in a form this provider cannot read`,
    detail:
      "It was written by Terraform 0.11 or older. Remove it from the state and import the object again.",
  });
}
