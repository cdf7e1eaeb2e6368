import type { ObjectValue } from "../values";
import type { ResourceCall } from "./call";
import type { Resource } from "./definitions";
import { DiagnosticError } from "./diagnostics";
import { complete } from "./reconcile";

/** The first state of an imported object. Terraform reads the rest at once, and refuses an object that is not there. */
export async function importResourceState<C>(
  type: string,
  resource: Resource<C>,
  id: string,
  provider: C,
  call: ResourceCall,
): Promise<ObjectValue> {
  if (resource.import === undefined) {
    throw new DiagnosticError({
      severity: "error",
      summary: `${type} cannot be imported`,
      detail: "This resource type has no import. Declare a new one instead.",
    });
  }
  return complete(resource.schema.attributes, await resource.import(id, provider, call));
}
