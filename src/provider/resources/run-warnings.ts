import type { HookCall, Resource } from "../../sdk/framework";
import type { ResourceAttributes } from "../../sdk/schema";
import { WHOLE_LIST } from "../wording/failure";
import { givingFacts } from "../run/review-run";
import type { Run } from "../run/run";

/**
 * Adds two warnings, each once for each run: if the server limits the rate of requests, and if a list of this kind may
 * lack objects. A review gets the facts about the other diagnostics of a read or a plan.
 */
export function withRunWarnings<A extends ResourceAttributes>(
  resource: Resource<Run, A>,
  type: string,
): Resource<Run, A> {
  const around = <First, Call extends HookCall, T>(
    hook: (first: First, run: Run, call: Call) => T | Promise<T>,
  ) => {
    return async (first: First, run: Run, call: Call): Promise<T> => {
      // Of a change, the object is the prior one: a create has none.
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
