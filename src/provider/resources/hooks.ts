import type { HookCall, Resource, ResourceCall, WriteCall } from "../../sdk/framework";
import {
  bool,
  computed,
  computedOrNull,
  required,
  string,
  type Problem,
  type ResourceAttributes,
} from "../../sdk/schema";
import { sameText } from "../../objects/text";
import { problemOfLength } from "../../prompts";
import { createManaged } from "../lifecycle/create";
import { recordHeld } from "../lifecycle/identity";
import { saveForReplace } from "../lifecycle/plan";
import { importManaged, refreshManaged } from "../lifecycle/read";
import { updateManaged } from "../lifecycle/update";
import type { FinalPlan, ManagedState, ObjectKind, Partly } from "../run/object-kind";
import { givingFacts } from "../run/review-run";
import type { Run } from "../run/run";
import { WHOLE_LIST } from "../wording/failure";

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

/**
 * Adds two warnings, each once in a run: the server limits the rate, or a list may lack objects. Tells a
 * review which object a diagnostic concerns.
 */
export function withRunWarnings<A extends ResourceAttributes>(
  resource: Resource<Run, A>,
  type: string,
): Resource<Run, A> {
  const around = <First, Call extends HookCall, T>(
    hook: (first: First, run: Run, call: Call) => T | Promise<T>,
  ) => {
    return async (first: First, run: Run, call: Call): Promise<T> => {
      const { prior = first } = first as { readonly prior?: object | null };
      const { id } = (prior ?? {}) as { readonly id?: unknown };
      try {
        return await givingFacts({ type, id }, call, () => hook(first, run, call));
      } finally {
        warnOfDoubt(run, call, type);
        warnOfRateLimit(run, call);
      }
    };
  };
  return {
    ...resource,
    modifyPlan: around(resource.modifyPlan!),
    modifyDestroyPlan: around(resource.modifyDestroyPlan!),
    read: around(resource.read),
    create: around(resource.create),
    update: around(resource.update),
    delete: around(resource.delete),
  };
}

function warnOfRateLimit({ advisedRate, failures }: Run, { diagnostics }: HookCall): void {
  if (advisedRate === undefined || !failures.isFirstReport("the rate limit")) return;
  diagnostics.warn(
    "outreach provider: the API limits the rate of requests",
    "It has refused requests that came too fast, so the provider sends them more slowly now, and nothing is lost. " +
      `Set requests_per_second = ${advisedRate} (OUTREACH_REQUESTS_PER_SECOND): every run then has this rate from the start, and does not wait after refusals.`,
  );
}

function warnOfDoubt(run: Run, { diagnostics }: HookCall, type: string): void {
  const doubt = run.doubtOf(type);
  if (doubt?.isPartial !== true || !run.failures.isFirstReport(`the list of ${type}`)) return;
  diagnostics.warn(
    `The list of ${type} that the API returned may lack objects: ${doubt.reason}`,
    "So this run counts no object as deleted because this list lacks it, repeats no create whose result is not known, and may not see an existing object with the name of a new one. " +
      WHOLE_LIST,
  );
}
