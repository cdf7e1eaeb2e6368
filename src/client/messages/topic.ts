import type { Operation } from "../../api";
import type { ServerError } from "./error-body";

/**
 * What the text of a refusal seems to be about. `credentials`: it calls user or workspace unknown or invalid. `denial`: it denies
 * access, be it to everything or to one object.
 */
type Topic = "missing object" | "credentials" | "denial" | "other";

/** Characters that are read: an error text is short, a hostile one is not. */
const LONGEST = 2_000;
const NOT_FOUND =
  /\bnot found\b|\bnotfound\b|\bno such\b|\b(does|do|did)(n't| not) exist\b|\bno longer exists\b|\bcannot be found\b|\bcan ?not find\b|\bcould not find\b|\bunknown id\b|\b(already|been|was) deleted\b|\bgone\b/;
/** Said of a caller only, whatever else the text names. */
const DENIAL =
  /\bun ?authori[sz]ed\b|\bnot authori[sz]ed\b|\b(do not|don't|does not|doesn't) have (\w+ )?permissions?\b|\b(no|insufficient|missing) permissions?\b|\b(access|permission) denied\b/;
/** Said of a caller, where the text is about nothing else. */
const CREDENTIALS =
  /\bunauthenticated\b|\bauthentication\b|\bforbidden\b|\bpermission|\bcredential|\b(invalid|expired|bad|missing) (token|api key)\b/;
const IDENTITY = /\b(user|workspace)( ?id)?s?\b/;
const UNUSABLE = /\binvalid\b|\bunknown\b|\bincorrect\b|\bwrong\b|\bmismatch\b|\bnot valid\b/;
const OBJECT = /\b(object|resource|item|record|entity|entry)\b/;
const CONTENT = /\b(name|prompt|description|variable|placeholder)s?\b/;
/** What a text quotes; an apostrophe within a word opens nothing. */
const QUOTED = /"[^"]*"|(?<!\w)'[^']*'(?!\w)|`[^`]*`|“[^”]*”|\{[^}]*\}/g;

/**
 * Reads an error text as a hint, because the document shows no error codes (section 7). Careful on both sides:
 * a text that names a user or workspace and not the object is about the credentials, never about a missing object.
 *
 * A refused create or update may be about what it sends, and repeat it: a snippet named "Ask for permission", a variable
 * `user_id`. So what is quoted does not count there, and in a message that speaks of the content only the code and a plain denial do.
 */
export function topicOf(
  { code = "", message = "" }: ServerError,
  operation: Pick<Operation, "kind" | "intent">,
): Topic {
  const sends = sendsContent(operation);
  const said = message.slice(0, LONGEST);
  const text = normalise(`${code} ${sends ? said.replace(QUOTED, " ") : said}`);
  const missing = NOT_FOUND.test(text) || text.includes(`unknown ${operation.kind}`);
  const namesObject = OBJECT.test(text) || text.includes(operation.kind);
  if (missing && namesObject) {
    return "missing object";
  }
  const isOfContent = sends && (namesObject || CONTENT.test(text));
  const isOfCaller = !namesObject && !isOfContent && IDENTITY.test(text) && (missing || UNUSABLE.test(text));
  if (isOfCaller) return "credentials";
  if (DENIAL.test(text) || CREDENTIALS.test(isOfContent ? normalise(code) : text)) return "denial";
  return missing && !isOfContent ? "missing object" : "other";
}

/** Only these may be refused for names and texts. */
export function sendsContent({ intent }: Pick<Operation, "intent">): boolean {
  return intent === "create" || intent === "update";
}

/** `ClusterNotFound` and `CLUSTER_NOT_FOUND` become words. */
function normalise(text: string): string {
  // No literal: V8 looks up the letters of one in every process, and in few of them a server refuses anything.
  const joint = new RegExp(String.raw`([\p{Ll}\d])(\p{Lu})`, "gu");
  return text
    .slice(0, LONGEST)
    .replace(joint, "$1 $2")
    .replace(/[_\-\s]+/g, " ")
    .replaceAll("’", "'")
    .toLowerCase();
}
