import type { ProviderRuntime } from "../framework";
import type { GetFunctionsResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { getProviderSchema } from "./get-provider-schema";

/** OpenTofu asks where a configuration calls a function that is not in the schema. There are no others. */
export function getFunctions<C>(runtime: ProviderRuntime<C>): Outgoing<GetFunctionsResponse> {
  return { functions: getProviderSchema(runtime).functions };
}
