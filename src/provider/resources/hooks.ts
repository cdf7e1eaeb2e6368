import type { WriteCall, ResourceCall } from "../../sdk/framework";
import { bool, computed, computedOrNull, required, string, type Problem } from "../../sdk/schema";
import { sameText } from "../../objects/text";
import { problemOfLength } from "../../prompts";
import { createManaged } from "../lifecycle/create";
import { recordHeld } from "../lifecycle/identity";
import { saveForReplace } from "../lifecycle/plan";
import { importManaged, refreshManaged } from "../lifecycle/read";
import { updateManaged } from "../lifecycle/update";
import type { FinalPlan, ManagedState, ObjectKind, Partly } from "../run/object-kind";
import type { Run } from "../run/run";

/** The hooks that are the same for all kinds. */
export function hooksOf<State extends ManagedState>(kind: ObjectKind<State>) {
  return {
    held: (state: Partly<State>, run: Run) => recordHeld({ kind, run }, state),
    create: async (plan: FinalPlan<State>, run: Run, call: WriteCall<Partly<State>>) =>
      saveForReplace({ kind, run, call }, await createManaged({ kind, run, call }, plan)),
    read: (state: Partly<State>, run: Run, call: ResourceCall) => refreshManaged({ kind, run, call }, state),
    update: async (change: UpdateOf<State>, run: Run, call: WriteCall<Partly<State>>) =>
      saveForReplace({ kind, run, call }, await updateManaged({ kind, run, call }, change)),
    import: (id: string) => importManaged(kind.type, id),
  };
}

interface UpdateOf<State> {
  readonly plan: FinalPlan<State>;
  readonly prior: Partly<State>;
}

export function identityAttributes(noun: string, name: string) {
  return {
    id: computed(string, { description: `Identifier of the ${noun}.`, useStateForUnknown: true }),
    name: required(string, {
      description: name,
      semanticEquals: sameText,
      validate: withinResponse(`outreach_${noun}`, "name"),
    }),
  };
}

export function computedAttributes(noun: string, change: string) {
  return {
    workspace_id: computed(string, {
      description: "Identifier of the owning workspace.",
      sensitive: true,
      useStateForUnknown: true,
    }),
    adopted: computedOrNull(bool, {
      description: `True if the ${noun} existed before and was adopted (\`existing_name = "adopt"\`), else null.`,
    }),
    created_at: computedOrNull(string, {
      description: "Time of creation, ISO 8601.",
      useStateForUnknown: true,
    }),
    last_updated_at: computedOrNull(string, { description: `Time of the last ${change}, ISO 8601.` }),
  };
}

export function withinResponse(type: string, argument: string): (text: string) => Problem | undefined {
  return (text) => {
    const problem = problemOfLength(text);
    if (problem === undefined) return undefined;
    return { summary: `${type}: ${argument} is too long`, detail: `The ${argument} ${problem}.` };
  };
}
