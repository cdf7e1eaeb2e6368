import type { Attributes, PriorOf } from "../schema";
import type { ObjectValue } from "../values";
import type { HookArguments, WriteCall } from "./call";
import type { Resource } from "./definitions";
import { afterWrite, complete, completeState } from "./reconcile";

interface ApplyRequest {
  /** Null for a create. */
  readonly prior: ObjectValue | null;
  /** Null for a delete. */
  readonly planned: ObjectValue | null;
}

/**
 * Creates, updates or deletes one resource instance and returns the state to save. An error becomes a
 * diagnostic: then the last recorded state is saved, else the prior one. If a create fails and a state is
 * returned, Terraform taints the object (terraform-protocol.md, section 3, "Apply").
 */
export async function applyChange<C>(
  resource: Resource<C>,
  { prior, planned }: ApplyRequest,
  { provider, call }: HookArguments<C>,
): Promise<ObjectValue | null> {
  const { schema } = resource;
  let certain = prior;
  const writeCall: WriteCall<PriorOf<Attributes>> = Object.assign(call, {
    record(state: PriorOf<Attributes>) {
      certain = complete(schema.attributes, state);
    },
  });
  try {
    if (planned === null) {
      if (prior !== null) await resource.delete(prior, provider, call);
      return null;
    }
    const written = await (prior === null
      ? resource.create(planned, provider, writeCall)
      : resource.update({ plan: planned, prior }, provider, writeCall));
    certain = afterWrite(schema.attributes, planned, complete(schema.attributes, written));
    return completeState(schema, certain);
  } catch (error) {
    call.diagnostics.addThrown(error, planned === null ? "delete" : prior === null ? "create" : "update");
    return certain;
  }
}
