import { readFileSync } from "node:fs";
import { isObject, parseJson } from "../../../shared/json";
import { messageOf } from "../../../shared/message-of";
import { ACTIONS_IN_ORDER } from "../model/groups";
import { FORMAT_VERSION, type ObjectChange, type Review } from "../model/review";

/** The review of the base branch, as far as a comparison reads it. */
export interface BaseReview {
  readonly commit: string | null;
  readonly stacks: readonly BaseStack[];
  readonly workspaces: NonNullable<Review["workspaces"]>;
}

export interface BaseStack {
  readonly name: string;
  readonly planned: boolean;
  readonly changes: readonly ObjectChange[];
}

/**
 * Reads the JSON of a review that `--base` names; undefined without the option. Throws an Error for a file that cannot
 * be read, that is no review, or that is in another version of the format.
 */
export function readBase(file: string | undefined): BaseReview | undefined {
  if (file === undefined) return undefined;
  const review = parseJson(textOf(file))?.value;
  if (!isObject(review) || typeof review.formatVersion !== "string" || !Array.isArray(review.stacks))
    throw problemOf(file, "is no review in JSON", MAKE_IT);
  const { formatVersion: version } = review;
  const [major] = FORMAT_VERSION.split(".");
  if (!version.startsWith(`${major}.`)) {
    const found = `is a review in version ${JSON.stringify(version)} of its format, and this command reads ${major}.x`;
    throw problemOf(file, found, "Review both branches with the same version of cdktf-outreach.");
  }
  if (isBase(review)) return review;
  throw problemOf(file, "lacks members of a review that the comparison needs", MAKE_IT);
}

const MAKE_IT = "Make it on the base branch: cdktf-outreach review --format json --out FILE.";

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw problemOf(file, `cannot be read: ${messageOf(cause)}`, MAKE_IT);
  }
}

function problemOf(file: string, problem: string, advice: string): Error {
  return new Error(`${JSON.stringify(file)}, the file of --base, ${problem}. ${advice}`);
}

function isBase(review: object): review is BaseReview {
  const { commit, stacks, workspaces } = review as { readonly [K in keyof BaseReview]?: unknown };
  if (!isTextOrNull(commit) || !isListOf(stacks, isStack) || !isObject(workspaces)) return false;
  const { salt, ofStacks } = workspaces;
  const isDigests = (one: unknown) => one === null || isListOf(one, isText);
  return isText(salt) && isListOf(ofStacks, isDigests) && ofStacks.length === stacks.length;
}

function isStack(stack: unknown): stack is BaseStack {
  return (
    isObject(stack) &&
    isText(stack.name) &&
    typeof stack.planned === "boolean" &&
    isListOf(stack.changes, isChange)
  );
}

function isChange(change: unknown): change is ObjectChange {
  if (!isObject(change)) return false;
  const { address, type, action, name, id, importId, previousAddress, attributes } = change;
  return (
    [address, type].every(isText) &&
    ACTIONS_IN_ORDER.some((one) => one === action) &&
    [name, id, importId, previousAddress].every(isTextOrNull) &&
    isListOf(attributes, isAttribute)
  );
}

function isAttribute(attribute: unknown): boolean {
  if (!isObject(attribute)) return false;
  const { path, before, after } = attribute;
  return isText(path) && [before, after].every((side) => isObject(side) && isText(side.kind));
}

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[];
function isListOf(value: unknown, isItem: (item: unknown) => boolean): value is unknown[];
function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}
