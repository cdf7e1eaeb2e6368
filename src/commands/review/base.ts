import { readFileSync } from "node:fs";
import { canonical, isObject, type JsonValue, parseJson, sameJson } from "../../util/json";
import { messageOf } from "../../util/message-of";
import { either, flag, having, listOf, oneOf, text, textLike } from "../../util/shape";
import {
  ACTIONS_IN_ORDER,
  type BaseProblem,
  FORMAT_VERSION,
  type GoneChange,
  type ObjectChange,
  type Origin,
  type Review,
  type StackReview,
  type Value,
} from "./model/review";
import type { PlannedStack } from "../../estate/engine/plan-stack";
import { compareText, groupBy } from "../../util/lists";
import { byAddress, currentResources, isOfDeposed, ownResources } from "./model/objects";
import { groupsOf } from "./model/groups";
import type { PlannedResource } from "../../estate/engine/plan-json";
import { SENSITIVE, UNKNOWN } from "./model/attribute-changes";
import { randomBytes } from "node:crypto";
import { workspaceDigest } from "../../objects/kinds";
import { workspaceOf } from "./approval";
import { inReview } from "./from-plan";

interface BaseReview {
  readonly commit: string | null;
  readonly stacks: readonly BaseStack[];
  readonly workspaces: NonNullable<Review["workspaces"]>;
}

type BaseStack = Pick<StackReview, "name" | "planned" | "changes">;

const textOrNull = either([null], text);
const side = having({ kind: text });
const change = having({
  ...{ address: text, type: text, action: oneOf(ACTIONS_IN_ORDER) },
  ...{ name: textOrNull, id: textOrNull, importId: textOrNull, previousAddress: textOrNull },
  attributes: listOf(having({ path: text, before: side, after: side })),
});
const [MAJOR] = FORMAT_VERSION.split(".");
const baseReview = having({
  formatVersion: textLike(`version ${MAJOR}.x`, new RegExp(`^${MAJOR}\\.`)),
  commit: textOrNull,
  stacks: listOf(having({ name: text, planned: flag, changes: listOf(change) })),
  workspaces: having({ salt: text, ofStacks: listOf(either([null], listOf(text))) }),
});

export function readBase(file: string): BaseReview {
  try {
    return baseReview(parseJson(readFileSync(file, "utf8"))?.value, "") as unknown as BaseReview;
  } catch (cause) {
    throw new Error(
      `${JSON.stringify(file)}, the file of --base, is no review to compare with: ${messageOf(cause)}. Make it on the ` +
        "base branch, with this version: cdktf-outreach review --format json --out FILE.",
      { cause },
    );
  }
}

export function withBase(review: Review, planned: readonly PlannedStack[], base: BaseReview): Review {
  const plans = inReview(planned);
  const problemOf = problemsWith(plans, base);
  const ofBase = new Map(base.stacks.map((stack) => [stack.name, stack]));
  const gone: GoneChange[] = [];
  const problems: BaseProblem[] = [];
  const stacks = review.stacks.map((stack, i) => {
    const why = problemOf(stack, plans[i]!);
    const of = why === undefined ? ofBase.get(stack.name) : undefined;
    const pending = new Map(of?.changes.map((one) => [one.address, one]));
    const changes = stack.changes.map((one) => {
      const origin: Origin = of === undefined ? "unknown" : originOf(one, pending.get(one.address));
      return { ...one, origin };
    });
    if (of !== undefined) gone.push(...goneFrom(stack, of, currentResources(plans[i]!.plan)));
    if (why !== undefined || changes.some(({ origin }) => origin === "unknown"))
      problems.push({ stack: stack.name, why: why ?? "sensitive" });
    return { ...stack, changes };
  });
  const names = new Set(stacks.map(({ name }) => name));
  const others = base.stacks.filter(({ name }) => !names.has(name));
  problems.push(...others.map(({ name }) => ({ stack: name, why: "only in base" as const })));
  const origins = stacks.flatMap(({ changes }) => changes.map(({ origin }) => origin));
  const number = (wanted: Origin) => origins.filter((origin) => origin === wanted).length;
  const counts = { branch: number("branch"), base: number("base"), unknown: number("unknown") };
  return {
    ...review,
    stacks,
    groups: groupsOf(stacks, review.pairs),
    base: { name: baseName(process.env), commit: base.commit, counts, gone, problems },
  };
}

export function baseName(env: NodeJS.ProcessEnv): string | null {
  const name = env["GITHUB_BASE_REF"] || env["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"] || "";
  // The name becomes part of headings, so it must not contain Markdown's markup.
  return /^[A-Za-z0-9]+(?:[./-][A-Za-z0-9]+){0,9}$/.test(name) && name.length <= 60 ? name : null;
}

function problemsWith(planned: readonly PlannedStack[], base: BaseReview) {
  const digestsOf = digestsWith(base.workspaces.salt);
  const here = groupBy(planned, ({ name }) => name);
  const there = groupBy([...base.stacks.keys()], (index) => base.stacks[index]!.name);
  return ({ name, planned: isPlanned }: StackReview, stack: PlannedStack): BaseProblem["why"] | undefined => {
    const [index, another] = there.get(name) ?? [];
    if (index === undefined) return "not in base";
    if (another !== undefined || here.get(name)!.length > 1) return "several of this name";
    if (!isPlanned) return "failed here";
    if (!base.stacks[index]!.planned) return "failed in base";
    const [now, then] = [digestsOf(stack), base.workspaces.ofStacks[index] ?? null];
    // If the branch has no object, the objects of the base may be deleted or in another workspace.
    if (now === null || then === null || (now.length === 0 && then.length > 0))
      return "workspace not certain";
    const [few, many] = now.length < then.length ? [now, then] : [then, now];
    // A branch may add or remove a stack's workspace, so all digests of the smaller set must be in the larger
    // set.
    return few.every((digest) => many.includes(digest)) ? undefined : "another workspace";
  };
}

function goneFrom(
  stack: StackReview,
  base: BaseStack,
  resources: ReadonlyMap<string, PlannedResource>,
): GoneChange[] {
  const still = new Set(stack.changes.flatMap(({ address, previousAddress }) => [address, previousAddress]));
  return base.changes
    .filter(({ address }) => !still.has(address))
    .map((change) => {
      const { address, type, name, action } = change;
      return { stack: stack.name, address, type, name, action, why: whyGone(change, resources.get(address)) };
    })
    .sort(byAddress);
}

/**
 * Compares only the values that the code wants. An edit in Outreach since the base's review is not the
 * branch's change.
 */
function originOf(change: ObjectChange, base: ObjectChange | undefined): Origin {
  const { id, action, attributes } = change;
  const isOneObject = base !== undefined && (id === null || base.id === null || id === base.id);
  if (!isOneObject || wantedBy(change) !== wantedBy(base)) return "branch";
  // Redacted values look equal even if they differ.
  const isVisible = attributes.every(({ after }) => isPlain(after));
  return isVisible || action === "delete" || action === "forget" ? "base" : "unknown";
}

function wantedBy(change: ObjectChange): string {
  const { type, action, importId, previousAddress, adopts, forgetsOld, attributes, knownAfterApply } = change;
  const values = attributes.map(({ path, after }) => [path, after]);
  const whole = [type, action, importId, previousAddress, adopts, forgetsOld, values, knownAfterApply];
  return canonical(whole as unknown as JsonValue);
}

function isPlain(value: Value): boolean {
  if (value.kind !== "value") return value.kind === "absent";
  const text = JSON.stringify(value.value);
  return !text.includes(SENSITIVE) && !text.includes(UNKNOWN);
}

/** `resource` is undefined if neither state nor code has an object at the address. */
function whyGone(change: ObjectChange, resource: PlannedResource | undefined): GoneChange["why"] {
  const { action } = change;
  if (isOfDeposed(change)) return "unknown";
  if (action === "update" || action === "replace") return whyNotUpdated(change, resource?.change.before);
  const wantsObject = action === "create" || action === "none";
  return wantsObject === (resource !== undefined) ? "applied" : "taken-back";
}

function whyNotUpdated({ attributes, id }: ObjectChange, now: JsonValue | undefined): GoneChange["why"] {
  if (!isObject(now) || attributes.length === 0 || (id !== null && now["id"] !== id)) return "unknown";
  const have = (side: "before" | "after") =>
    attributes.every(({ path, [side]: value }) => {
      const wanted = value.kind === "value" ? value.value : undefined;
      return isPlain(value) && !/[.[]/.test(path) && sameJson(now[path], wanted);
    });
  return have("after") ? "applied" : have("before") ? "taken-back" : "unknown";
}

export function withWorkspaces(review: Review, planned: readonly PlannedStack[]): Review {
  const salt = randomBytes(32).toString("base64url");
  return { ...review, workspaces: { salt, ofStacks: inReview(planned).map(digestsWith(salt)) } };
}

/** Returns null if a workspace is uncertain. */
function digestsWith(salt: string): (stack: PlannedStack) => string[] | null {
  // Each digest takes 20 ms, so digests are remembered.
  const known = new Map<string, string>();
  return (stack) => {
    if (stack.plan === null) return null;
    try {
      const digests = ownResources(stack.plan).map((resource) => {
        const identity = workspaceOf(resource, stack);
        const key = JSON.stringify(identity);
        if (!known.has(key)) known.set(key, workspaceDigest(identity, salt).toString("base64url"));
        return known.get(key)!;
      });
      return [...new Set(digests)].sort(compareText);
    } catch {
      return null;
    }
  };
}
