import type { WorkspaceIdentity } from "../../../objects/kinds";
import { environmentVariable } from "../../../provider/settings/configuration";
import { addressOf } from "../../../provider/settings/settings";
import type { ConfiguredProvider, PlannedResource } from "../../../estate/engine/plan-json";
import type { PlannedStack } from "../../../estate/engine/plan-stack";
import { configuredProvider, isOwnProvider, providerAddress } from "../model/declared-attributes";
import { afterOf, beforeOf, partOf } from "../../../estate/engine/plan-sides";

/** A planned change and its stack. */
interface Planned {
  readonly resource: PlannedResource;
  readonly stack: PlannedStack;
}

/** Returns the workspace of an object. Throws an Error if the plan does not make it certain. */
export function workspaceOf(planned: Planned): WorkspaceIdentity {
  const { change } = planned.resource;
  const unsure = unsureOf(planned);
  const [workspaceId] = [afterOf(change), beforeOf(change)]
    .map((side) => partOf(side, "workspace_id").value)
    .filter((value) => typeof value === "string");
  if (workspaceId === undefined)
    throw unsure("its workspace_id is known only after the apply", "Set workspace_id to a known value");
  const [address, ...others] = new Set(addressesOf(planned, unsure));
  if (address === undefined)
    throw unsure(
      "its provider does not give its address",
      "Run cdktf synth with this version of the package",
    );
  if (others.length > 0)
    throw unsure(
      "the providers of the stack have different addresses, and the plan does not show which one it uses",
      "Give all providers of the stack the same base_url, or plan this change without the others",
    );
  return { address, workspaceId };
}

/** Returns the address of the API of the object's provider; those of all providers if its code is removed. */
function addressesOf({ resource, stack }: Planned, unsure: Unsure): string[] {
  const plan = stack.plan ?? {};
  const configured = configuredProvider(resource, plan);
  const own = Object.values(plan.configuration?.provider_config ?? {}).filter(isOwnProvider);
  // A saved plan contains no diagnostics, so no provider was able to give its address.
  if (stack.diagnostics === null)
    return (configured === undefined ? own : [configured]).map((one) => savedAddress(one, unsure));
  const given = stack.addresses?.get(providerAddress(configured ?? {}));
  const found = given === undefined ? [...(stack.addresses?.values() ?? [])] : [given];
  return found.map((address) => {
    if (address !== null) return address;
    throw unsure("the base_url of its provider is known only after the apply", "Set it to a known value");
  });
}

/** Returns the address that a provider configuration of a saved plan has, or takes from the environment. */
function savedAddress({ expressions = {} }: ConfiguredProvider, unsure: Unsure): string {
  const { base_url: written } = expressions;
  const variable = environmentVariable("base_url");
  const text = written === undefined ? process.env[variable]?.trim() : written.constant_value;
  // Engines print "${var.url}" of a JSON configuration as if it were a constant.
  if (typeof text === "string" && text !== "" && !/[$%]\{/.test(text)) return addressOf(text.trim());
  throw written === undefined
    ? unsure(`its provider has no base_url, and ${variable} is not set`, `Set ${variable} as for the plan`)
    : unsure("a saved plan contains a base_url only if it is a constant", "Review without --plan");
}

type Unsure = (problem: string, advice: string) => Error;

function unsureOf({ resource: { address }, stack: { name } }: Planned): Unsure {
  return (problem, advice) =>
    new Error(
      `No approval is written, because the workspace of ${address} in ${name} is not certain: ${problem}. ${advice}, and review again.`,
    );
}
