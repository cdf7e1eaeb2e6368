import type { ProviderRuntime } from "../framework";
import type { StopProviderResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";

export function stopProvider<C>(runtime: ProviderRuntime<C>): Outgoing<StopProviderResponse> {
  runtime.log.info("Terraform asked the provider to stop; writes under way are finished");
  runtime.stop();
  return {};
}
