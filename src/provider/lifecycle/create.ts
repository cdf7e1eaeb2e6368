import { nameKey } from "../../objects/rewritten-name";
import type { HookCall } from "../../plugin/framework";
import type { Declared, FinalPlan, ManagedState } from "../run/object-kind";
import type { HookContext, WriteContext } from "../run/operation";
import { beginWrite, explaining } from "../run/reporting";
import { recordRetriedCreate } from "./duplicates";
import { forgetPlan } from "./plan";
import { certainOf, knownPart, readBack } from "./read-back";
import { restrictWrite } from "./restrict";
import { sendCreate, type Created } from "./send-create";
import { updateAdopted } from "./update";

/** Creates the planned object, or adopts the object that the plan names. Returns its state. */
export async function createManaged<State extends ManagedState>(
  context: WriteContext<State>,
  plan: FinalPlan<State>,
): Promise<State> {
  const { kind, call } = context;
  forgetPlan(call);
  const begunAt = performance.now();
  const values = knownPart<State>(plan);
  const content = kind.contentOf(values, null);
  const adoptedId = values.adopted === true ? values.id : null;
  restrictWrite(context, { action: "create", id: adoptedId, before: null, after: plan });
  if (adoptedId !== null) {
    // Nothing is recorded until the update has succeeded, because Terraform would destroy a recorded object
    // after a failed create.
    const writing = { ...call, signal: call.signal, record: () => undefined };
    const operation = { ...context, call: writing, subject: { type: kind.type, id: adoptedId } };
    const before = await updateAdopted(operation, values);
    return readBack(operation, { content, certain: certainOf(operation, values), begunAt, before });
  }
  const { id, sameNamed } = await createInTurn(context, content);
  if (sameNamed !== undefined) recordRetriedCreate(sameNamed, call);
  const operation = { ...context, subject: { type: kind.type, id } };
  return readBack(operation, { content, certain: certainOf(operation, values), begunAt });
}

/** Creates one object. Creates run in turn if a server may store their names as the same name. */
async function createInTurn(context: HookContext<HookCall>, content: Declared): Promise<Created> {
  const { kind, run, call } = context;
  const creation = { ...context, subject: { type: kind.type }, content };
  const key = nameKey(content.name);
  return run.inTurn(`${kind.type} ${key}`, () =>
    explaining("create", creation, async () => {
      beginWrite("create", creation);
      const { inventory, createdNames } = run.memory(kind);
      const before = await inventory.first(call.signal);
      createdNames.add(key);
      return sendCreate({ ...creation, before, since: run.client.serverTime() });
    }),
  );
}
