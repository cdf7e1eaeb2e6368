import type { HookCall, Resource } from "../../plugin/framework";
import type { ResourceAttributes } from "../../plugin/schema";
import type { Run } from "../run/run";

/** Returns the resource, with a warning, once for each run, if the server limits the rate of requests. */
export function warningOfRateLimit<A extends ResourceAttributes>(
  resource: Resource<Run, A>,
): Resource<Run, A> {
  const { read, create, update, delete: remove } = resource;
  return {
    ...resource,
    read: (state, run, call) => thenWarn(read(state, run, call), run, call),
    create: (plan, run, call) => thenWarn(create(plan, run, call), run, call),
    update: (change, run, call) => thenWarn(update(change, run, call), run, call),
    delete: (prior, run, call) => thenWarn(remove(prior, run, call), run, call),
  };
}

function thenWarn<T>(done: Promise<T>, run: Run, call: HookCall): Promise<T> {
  return done.finally(() => warnOfRateLimit(run, call));
}

function warnOfRateLimit({ advisedRate, failures }: Run, { diagnostics }: HookCall): void {
  if (advisedRate === undefined || !failures.isFirstReport("the rate limit")) return;
  diagnostics.warn(
    "outreach provider: the API limits the rate of requests",
    "It has refused requests that came too fast, so the provider sends them more slowly now, and nothing is lost. " +
      `Set requests_per_second = ${advisedRate} (OUTREACH_REQUESTS_PER_SECOND): every run then has this rate from the start, and does not wait after refusals.`,
  );
}
