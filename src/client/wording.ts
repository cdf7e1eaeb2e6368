import type { Kind } from "../api";
import type { ServerError } from "./error-body";

/** What the text of a refusal seems to be about. */
export type Subject = "missing object" | "credentials" | "other";

const NOT_FOUND =
  /\bnot found\b|\bnotfound\b|\bno such\b|\b(does|do|did)(n't| not) exist\b|\bno longer exists\b|\bcannot be found\b|\bcan ?not find\b|\bcould not find\b|\bunknown (cluster|snippet|id)\b|\b(already|been|was) deleted\b|\bgone\b/;
const CREDENTIALS =
  /\bun ?authori[sz]ed\b|\bnot authori[sz]ed\b|\bunauthenticated\b|\bauthentication\b|\bforbidden\b|\baccess denied\b|\bpermission|\bcredential|\b(invalid|expired|bad|missing) (token|api key)\b/;
const IDENTITY = /\b(user|workspace)( ?id)?s?\b/;
const UNUSABLE = /\binvalid\b|\bunknown\b|\bincorrect\b|\bwrong\b|\bmismatch\b|\bnot valid\b/;
const OBJECT = /\b(object|resource|item|record|entity|entry)\b/;

/**
 * Reads an error text as a hint, because the document shows no error codes (section 7). Careful on both sides:
 * a text that names a user or workspace and not the object is about the credentials, never about a missing object.
 */
export function subjectOf({ code, message }: ServerError, kind: Kind): Subject {
  const text = normalise(`${code ?? ""} ${message ?? ""}`);
  const missing = NOT_FOUND.test(text);
  const namesObject = OBJECT.test(text) || text.includes(kind);
  if (missing && namesObject) {
    return "missing object";
  }
  if (CREDENTIALS.test(text) || (!namesObject && IDENTITY.test(text) && (missing || UNUSABLE.test(text)))) {
    return "credentials";
  }
  return missing ? "missing object" : "other";
}

/** `ClusterNotFound` and `CLUSTER_NOT_FOUND` become words. Bounded: an error text is short, a hostile one is not. */
function normalise(text: string): string {
  // No literal: V8 looks up the letters of one in every process, and in few of them a server refuses anything.
  const joint = new RegExp(String.raw`([\p{Ll}\d])(\p{Lu})`, "gu");
  return text
    .slice(0, 2_000)
    .replace(joint, "$1 $2")
    .replace(/[_\-\s]+/g, " ")
    .replaceAll("’", "'")
    .toLowerCase();
}
