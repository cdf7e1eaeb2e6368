import { readFileSync } from "node:fs";
import { isObject, type JsonObject, parseJson } from "../../../util/json";
import { messageOf } from "../../../util/message-of";
import { ACTIONS_IN_ORDER, FORMAT_VERSION, type StackReview, type Workspaces } from "../model/review";

/** The review of the base branch, as far as a comparison reads it. */
export interface BaseReview {
  readonly commit: string | null;
  readonly stacks: readonly BaseStack[];
  readonly workspaces: Workspaces;
}

export type BaseStack = Pick<StackReview, "name" | "planned" | "changes">;

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

function isBase(review: JsonObject): review is JsonObject & BaseReview {
  const { commit, stacks, workspaces } = review;
  if (!isTextOrNull(commit) || !isListOf(stacks, isStack) || !isObject(workspaces)) return false;
  const { salt, ofStacks } = workspaces;
  const isDigests = (one: unknown) => one === null || (Array.isArray(one) && one.every(isText));
  if (!Array.isArray(ofStacks) || ofStacks.length !== stacks.length) return false;
  return isText(salt) && ofStacks.every(isDigests);
}

function isStack({ name, planned, changes }: JsonObject): boolean {
  return isText(name) && typeof planned === "boolean" && isListOf(changes, isChange);
}

function isChange(change: JsonObject): boolean {
  const { address, type, action, name, id, importId, previousAddress, attributes } = change;
  return (
    [address, type].every(isText) &&
    ACTIONS_IN_ORDER.some((one) => one === action) &&
    [name, id, importId, previousAddress].every(isTextOrNull) &&
    isListOf(attributes, isAttribute)
  );
}

function isAttribute({ path, before, after }: JsonObject): boolean {
  return isText(path) && [before, after].every((side) => isObject(side) && isText(side.kind));
}

function isListOf(value: unknown, isItem: (item: JsonObject) => boolean): value is JsonObject[] {
  return Array.isArray(value) && value.every((item) => isObject(item) && isItem(item));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}
