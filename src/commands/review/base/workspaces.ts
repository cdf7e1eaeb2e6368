import { randomBytes } from "node:crypto";
import { workspaceDigest } from "../../../objects/kinds";
import type { PlannedStack } from "../../../estate/engine/plan-stack";
import { compareText } from "../../../util/lists";
import { workspaceOf } from "../approval/workspace";
import { ownResources } from "../model/declared-attributes";
import type { Review } from "../model/review";

/** Returns the review with digests of the workspaces of each stack, by which a later review recognises them. */
export function withWorkspaces(
  review: Review,
  planned: readonly PlannedStack[],
  salt = randomBytes(32).toString("base64url"),
): Review {
  const digestsOf = digestsWith(salt);
  const byName = new Map(planned.map((stack) => [stack.name, digestsOf(stack)]));
  const ofStacks = review.stacks.map(({ name }) => byName.get(name) ?? null);
  return { ...review, workspaces: { salt, ofStacks } };
}

/** Returns a function that returns the sorted digests of a stack's workspaces; null if one is not certain. */
export function digestsWith(salt: string): (stack: PlannedStack) => string[] | null {
  // A digest takes 20 ms.
  const known = new Map<string, string>();
  return (stack) => {
    const { plan } = stack;
    if (plan === null) return null;
    const digests = new Set<string>();
    for (const resource of ownResources(plan)) {
      const identity = certainWorkspace({ resource, stack });
      if (identity === undefined) return null;
      const key = JSON.stringify(identity);
      if (!known.has(key)) known.set(key, workspaceDigest(identity, salt).toString("base64url"));
      digests.add(known.get(key)!);
    }
    return [...digests].sort(compareText);
  };
}

function certainWorkspace(planned: Parameters<typeof workspaceOf>[0]) {
  try {
    return workspaceOf(planned);
  } catch {
    return undefined;
  }
}
