import type { Operation } from "../../api";
import type { ServerError } from "./error-body";

/** `credentials`: the user or workspace is unknown or invalid. `denial`: no access to one or all objects. */
export type Topic = "missing object" | "credentials" | "denial" | "other";

/** Longest text that is searched, in UTF-16 code units. */
const MAX_LENGTH = 2_000;
const NOT_FOUND =
  /\bnot found\b|\bnotfound\b|\bno such\b|\b(does|do|did)(n't| not) exist\b|\bno longer exists\b|\bcannot be found\b|\bcan ?not find\b|\bcould not find\b|\bunknown id\b|\b(already|been|was) deleted\b|\bgone\b/;
/** Phrases that always mean that the caller has no access. */
const DENIAL =
  /\bun ?authori[sz]ed\b|\bnot authori[sz]ed\b|\b(do not|don't|does not|doesn't) have (\w+ )?permissions?\b|\b(no|insufficient|missing) permissions?\b|\b(access|permission) denied\b/;
/** Words that mean that the caller has no access, unless the text is about the content of the request. */
const CREDENTIALS =
  /\bunauthenticated\b|\bauthentication\b|\bforbidden\b|\bpermission|\bcredential|\b(invalid|expired|bad|missing) (token|api key)\b/;
const IDENTITY = /\b(user|workspace)( ?id)?s?\b/;
const UNUSABLE = /\binvalid\b|\bunknown\b|\bincorrect\b|\bwrong\b|\bmismatch\b|\bnot valid\b/;
const OBJECT = /\b(object|resource|item|record|entity|entry)\b/;
const CONTENT = /\b(name|prompt|description|variable|placeholder)s?\b/;
/** Quoted parts. An apostrophe within a word is not a quotation mark. */
const QUOTED = /"[^"]*"|(?<!\w)'[^']*'(?!\w)|`[^`]*`|“[^”]*”|\{[^}]*\}/g;

/**
 * Returns the topic of an error text. A text that names the user or workspace, and not the object, is about
 * the credentials and never about a missing object (docs/design/client.md).
 */
export function topicOf(
  { code = "", message = "" }: ServerError,
  operation: Pick<Operation, "kind" | "intent">,
): Topic {
  const sends = sendsContent(operation);
  const said = message.slice(0, MAX_LENGTH);
  const text = normalise(`${code} ${sends ? said.replace(QUOTED, " ") : said}`);
  const missing = NOT_FOUND.test(text) || text.includes(`unknown ${operation.kind}`);
  const namesObject = OBJECT.test(text) || text.includes(operation.kind);
  if (missing && namesObject) return "missing object";
  const isOfContent = sends && (namesObject || CONTENT.test(text));
  const isOfCaller = !namesObject && !isOfContent && IDENTITY.test(text) && (missing || UNUSABLE.test(text));
  if (isOfCaller) return "credentials";
  if (DENIAL.test(text) || CREDENTIALS.test(isOfContent ? normalise(code) : text)) return "denial";
  return missing && !isOfContent ? "missing object" : "other";
}

/** Reports whether a request sends names and texts, which a server may reject. */
export function sendsContent({ intent }: Pick<Operation, "intent">): boolean {
  return intent === "create" || intent === "update";
}

/** Splits `ClusterNotFound` and `CLUSTER_NOT_FOUND` into words. */
function normalise(text: string): string {
  // Not a literal, because V8 would build the character tables of a literal in every process.
  const joint = new RegExp(String.raw`([\p{Ll}\d])(\p{Lu})`, "gu");
  return text
    .slice(0, MAX_LENGTH)
    .replace(joint, "$1 $2")
    .replace(/[_\-\s]+/g, " ")
    .replaceAll("’", "'")
    .toLowerCase();
}
