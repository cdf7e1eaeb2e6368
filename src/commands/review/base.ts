import { readFileSync } from "node:fs";
import { canonical, isObject, type JsonValue, parseJson, sameJson } from "../../util/json";
import { messageOf } from "../../util/message-of";
import { either, flag, having, listOf, oneOf, ShapeError, text } from "../../util/shape";
import {
  ACTIONS_IN_ORDER,
  type AttributeChange,
  type BaseProblem,
  FORMAT_VERSION,
  type GoneChange,
  type ObjectChange,
  type Origin,
  type Review,
  type StackReview,
  type Value,
  type Workspaces,
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

/** The review of the base branch, as far as a comparison reads it. */
interface BaseReview {
  readonly commit: string | null;
  readonly stacks: readonly BaseStack[];
  readonly workspaces: Workspaces;
}

type BaseStack = Pick<StackReview, "name" | "planned" | "changes">;

const textOrNull = either([null], text);
const side = having({ kind: text });
const change = having({
  ...{ address: text, type: text, action: oneOf(ACTIONS_IN_ORDER) },
  ...{ name: textOrNull, id: textOrNull, importId: textOrNull, previousAddress: textOrNull },
  attributes: listOf(having({ path: text, before: side, after: side })),
});
const baseReview = having({
  commit: textOrNull,
  stacks: listOf(having({ name: text, planned: flag, changes: listOf(change) })),
  workspaces: having({ salt: text, ofStacks: listOf(either([null], listOf(text))) }),
});

/**
 * Reads the JSON of a review that `--base` names; undefined without the option. Throws an Error for a file that cannot
 * be read, that is no review, or that is in another version of the format.
 */
export function readBase(file: string | undefined): BaseReview | undefined {
  if (file === undefined) return undefined;
  const refuse = (problem: string, advice = MAKE_IT) =>
    new Error(`${JSON.stringify(file)}, the file of --base, ${problem}. ${advice}`);
  let review: unknown;
  try {
    review = parseJson(readFileSync(file, "utf8"))?.value;
  } catch (cause) {
    throw refuse(`cannot be read: ${messageOf(cause)}`);
  }
  if (!isObject(review) || typeof review.formatVersion !== "string" || !Array.isArray(review.stacks))
    throw refuse("is no review in JSON");
  const { formatVersion: version } = review;
  const [major] = FORMAT_VERSION.split(".");
  if (!version.startsWith(`${major}.`)) {
    const found = `is a review in version ${JSON.stringify(version)} of its format, and this command reads ${major}.x`;
    throw refuse(found, "Review both branches with the same version of cdktf-outreach.");
  }
  try {
    const base = baseReview(review, "") as unknown as BaseReview;
    if (base.workspaces.ofStacks.length === base.stacks.length) return base;
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
  }
  throw refuse("lacks members of a review that the comparison needs");
}

const MAKE_IT = "Make it on the base branch: cdktf-outreach review --format json --out FILE.";

export function withBase(review: Review, planned: readonly PlannedStack[], base: BaseReview): Review {
  const problemOf = problemsWith(planned, base);
  const ofBase = new Map(base.stacks.map((stack) => [stack.name, stack]));
  const plans = new Map(planned.map((stack) => [stack.name, stack.plan]));
  const gone: GoneChange[] = [];
  const problems: BaseProblem[] = [];
  const counts = { branch: 0, base: 0, unknown: 0 };
  const stacks = review.stacks.map((stack) => {
    const { name } = stack;
    const of = ofBase.get(name);
    const why = problemOf(stack);
    const wanted = new Map(of?.changes.map((change) => [change.address, change]));
    const changes = stack.changes.map((change) => {
      const origin = why === undefined ? originOf(change, wanted.get(change.address)) : "unknown";
      counts[origin] += 1;
      return { ...change, origin };
    });
    if (why !== undefined) problems.push({ stack: name, why });
    else if (changes.some(({ origin }) => origin === "unknown"))
      problems.push({ stack: name, why: "sensitive" });
    if (why === undefined) gone.push(...goneFrom(stack, of!, currentResources(plans.get(name)!)));
    return { ...stack, changes };
  });
  const names = new Set(stacks.map(({ name }) => name));
  for (const { name } of base.stacks)
    if (!names.has(name)) problems.push({ stack: name, why: "only in base" });
  return {
    ...review,
    stacks,
    groups: groupsOf(stacks, review.pairs),
    base: { name: baseName(process.env), commit: base.commit, counts, gone, problems },
  };
}

/** Returns the name of the target branch, from the variables of GitHub and GitLab. Unusual names are left out. */
export function baseName(env: NodeJS.ProcessEnv): string | null {
  const name = env["GITHUB_BASE_REF"] || env["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"] || "";
  // The name stands in headings, so it must not contain what Markdown reads as markup.
  return /^[A-Za-z0-9]+(?:[./-][A-Za-z0-9]+){0,9}$/.test(name) && name.length <= 60 ? name : null;
}

function problemsWith(planned: readonly PlannedStack[], base: BaseReview) {
  const digestsOf = digestsWith(base.workspaces.salt);
  const here = groupBy(planned, ({ name }) => name);
  const there = groupBy([...base.stacks.keys()], (index) => base.stacks[index]!.name);
  return ({ name, planned: isPlanned }: StackReview): BaseProblem["why"] | undefined => {
    const [own, found] = [here.get(name) ?? [], there.get(name) ?? []];
    if (found.length === 0) return "not in base";
    if (own.length > 1 || found.length > 1) return "several of this name";
    if (!isPlanned) return "failed here";
    if (!base.stacks[found[0]!]!.planned) return "failed in base";
    const [now, then] = [digestsOf(own[0]!), base.workspaces.ofStacks[found[0]!]!];
    if (now === null || then === null) return "workspace not certain";
    // Without an object, nothing shows whether the base's objects are deleted or in another workspace.
    if (now.length === 0 && then.length > 0) return "workspace not certain";
    const [few, many] = now.length < then.length ? [now, then] : [then, now];
    // A branch may add or remove a workspace of a stack.
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

function originOf(change: ObjectChange, base: ObjectChange | undefined): Origin {
  if (base === undefined || !isSamePlan(change, base)) return "branch";
  return isVisible(change) ? "base" : "unknown";
}

/**
 * Reports whether the code wants the same of an object in two reviews. What stands at the server may differ: an
 * edit made in Outreach since the review of the base is no change of the code.
 */
function isSamePlan(now: ObjectChange, base: ObjectChange): boolean {
  const isOneObject = now.id === null || base.id === null || now.id === base.id;
  return isOneObject && planned(now) === planned(base);
}

function planned(change: ObjectChange): string {
  const { type, action, importId, previousAddress, adopts, forgetsOld, attributes, knownAfterApply } = change;
  const wanted = attributes.map(({ path, after }) => [path, after]);
  const whole = [type, action, importId, previousAddress, adopts, forgetsOld, wanted, knownAfterApply];
  return canonical(whole as unknown as JsonValue);
}

/** Reports whether all values that the code wants are visible, so that two equal plans are the same plan. */
function isVisible({ attributes, action }: ObjectChange): boolean {
  return action === "delete" || action === "forget" || attributes.every(({ after }) => isPlain(after));
}

function isPlain(value: Value): boolean {
  if (value.kind !== "value") return value.kind === "absent";
  const text = JSON.stringify(value.value);
  return !text.includes(SENSITIVE) && !text.includes(UNKNOWN);
}

/**
 * Returns why a change of the base is not planned any more. `resource` is what the plan has at its address;
 * undefined if neither the state nor the code has an object there.
 */
function whyGone(change: ObjectChange, resource: PlannedResource | undefined): GoneChange["why"] {
  if (isOfDeposed(change)) return "unknown";
  switch (change.action) {
    case "create":
    case "none":
      return resource === undefined ? "taken-back" : "applied";
    case "delete":
    case "forget":
      return resource === undefined ? "applied" : "taken-back";
    case "update":
    case "replace":
      return whyNotUpdated(change, resource?.change.before);
  }
}

function whyNotUpdated({ attributes, id }: ObjectChange, now: JsonValue | undefined): GoneChange["why"] {
  if (!isObject(now) || attributes.length === 0) return "unknown";
  if (id !== null && now["id"] !== id) return "unknown";
  if (haveValues(attributes, "after", now)) return "applied";
  return haveValues(attributes, "before", now) ? "taken-back" : "unknown";
}

/** Reports whether all attributes have this value now; false if a value cannot be compared. */
function haveValues(
  attributes: readonly AttributeChange[],
  side: "before" | "after",
  now: Readonly<Record<string, JsonValue>>,
): boolean {
  return attributes.every(({ path, [side]: value }) => {
    const wanted = value.kind === "value" ? value.value : undefined;
    return isPlain(value) && !/[.[]/.test(path) && sameJson(now[path], wanted);
  });
}

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
    try {
      const identities = ownResources(plan).map((resource) => workspaceOf(resource, stack));
      const digests = identities.map((identity) => {
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
