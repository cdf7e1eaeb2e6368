import type { ProviderRuntime } from "../framework";
import type { MoveResourceStateRequest, MoveResourceStateResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { diagnosticsToWire } from "./wire-diagnostics";

/** Refused in words: unlike Terraform, OpenTofu asks without a look at the server capabilities. */
export function moveResourceState<C>(
  _runtime: ProviderRuntime<C>,
  { sourceTypeName, targetTypeName }: MoveResourceStateRequest,
): Outgoing<MoveResourceStateResponse> {
  const detail =
    "This provider takes over no object of another type. Remove the moved block, import the object as " +
    `${targetTypeName} by its id (import block), and keep what the old address has with a removed block.`;
  const summary = `${sourceTypeName} cannot become ${targetTypeName}`;
  return { diagnostics: diagnosticsToWire([{ severity: "error", summary, detail }]) };
}
