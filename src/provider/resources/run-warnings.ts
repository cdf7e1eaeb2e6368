import type { HookCall, Resource } from "../../sdk/framework";
import type { ResourceAttributes } from "../../sdk/schema";
import { WHOLE_LIST } from "../wording/failure";
import { givingFacts } from "../run/review-run";
import type { Run } from "../run/run";

/**
 * Returns the resource, with two warnings, each once for each run: if the server limits the rate of requests, and if
 * a list of this kind may lack objects. A review gets the facts about the other diagnostics of a read or a plan.
 */
export function withRunWarnings<A extends ResourceAttributes>(
  resource: Resource<Run, A>,
  type: string,
): Resource<Run, A> {
  const { modifyPlan, modifyDestroyPlan, read, create, update, delete: remove } = resource;
  const inPlan = async <T>(id: unknown, work: () => T | Promise<T>, run: Run, call: HookCall): Promise<T> => {
    try {
      return await givingFacts({ type, id }, call, work);
    } finally {
      warnOfDoubt(run, call, type);
    }
  };
  const thenWarn = <T>(id: unknown, work: () => Promise<T>, run: Run, call: HookCall): Promise<T> =>
    inPlan(id, work, run, call).finally(() => warnOfRateLimit(run, call));
  const idOf = (state: object | null) => (state as { readonly id?: unknown } | null)?.id;
  return {
    ...resource,
    modifyPlan: (change, run, call) =>
      inPlan(idOf(change.prior), () => modifyPlan!(change, run, call), run, call),
    modifyDestroyPlan: (prior, run, call) =>
      inPlan(idOf(prior), () => modifyDestroyPlan!(prior, run, call), run, call),
    read: (state, run, call) => thenWarn(idOf(state), () => read(state, run, call), run, call),
    create: (plan, run, call) => thenWarn(null, () => create(plan, run, call), run, call),
    update: (change, run, call) => thenWarn(null, () => update(change, run, call), run, call),
    delete: (prior, run, call) => thenWarn(null, () => remove(prior, run, call), run, call),
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
