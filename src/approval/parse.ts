import { isObject, parseJson, type JsonObject } from "../shared/json";
import { checkEntry } from "./check-entry";
import { FORMAT, VERSION, type Approval } from "./format";
import { A_DIGEST, checkKeys, list, ParseError, textLike } from "./parse-values";
import { isSigned, MIN_KEY_LENGTH } from "./signature";

/** The error of an approval that cannot be used. Its message names the file and the place in it. */
export class ApprovalError extends Error {
  override readonly name = "ApprovalError";
}

const WRITE_AGAIN = "Write the approval again with cdktf-outreach review --approval.";
const SIGNATURE = {
  pattern: /^hmac-sha256:[\w-]{43}$/,
  words: "hmac-sha256: and 43 characters of base64url",
};
const CREATED_AT = {
  pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/,
  words: "a time such as 2026-11-28T12:00:00.000Z",
};
const REQUIRED = ["format", "version", "createdAt", "salt", "entries"];

/** Parses the text of `file`, which needs a valid signature if `key` is set. Throws ApprovalError. */
export function parseApproval(text: string, file: string, key?: string): Approval {
  const value = parseJson(text)?.value;
  if (value === undefined)
    throw unusable(file, "is not JSON, for example because it is cut off", WRITE_AGAIN);
  if (!isObject(value) || value["format"] !== FORMAT) {
    throw unusable(file, `is not an approval: its "format" is not "${FORMAT}"`, WRITE_AGAIN);
  }
  refuseOtherVersion(value, file);
  try {
    checkApproval(value);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw unusable(file, `is not valid: ${error.message}`, WRITE_AGAIN);
  }
  const approval = value as unknown as Approval;
  if (key !== undefined) checkSignature(approval, file, key);
  return approval;
}

function refuseOtherVersion({ version }: JsonObject, file: string): void {
  if (version === VERSION) return;
  const isNewer = typeof version === "number" && version > VERSION;
  throw isNewer
    ? unusable(
        file,
        `has version ${version} of the format, and this version of cdktf-outreach reads version ${VERSION}`,
        "Use the version of cdktf-outreach that wrote the approval, also where the approval is applied.",
      )
    : unusable(file, `has no version that exists: its "version" is not ${VERSION}`, WRITE_AGAIN);
}

function checkApproval(approval: JsonObject): void {
  checkKeys(approval, "", { required: REQUIRED, optional: ["signature"] });
  textLike(approval["createdAt"], "createdAt", CREATED_AT);
  textLike(approval["salt"], "salt", A_DIGEST);
  list(approval["entries"], "entries").forEach((entry, at) => checkEntry(entry, `entries[${at}]`));
  const { signature } = approval;
  if (signature !== undefined) textLike(signature, "signature", SIGNATURE);
}

function checkSignature(approval: Approval, file: string, key: string): void {
  if (isSigned(approval, key)) return;
  const problem =
    approval.signature === undefined
      ? "is not signed, but OUTREACH_APPROVAL_KEY is set"
      : "has a signature that does not fit: the file was changed after it was signed, or signed with another key";
  throw unusable(
    file,
    problem,
    "Set the same OUTREACH_APPROVAL_KEY for cdktf-outreach review --approval, and write the approval again.",
  );
}

/** Returns what is wrong with a key for signatures; undefined if nothing is. */
export function problemOfKey(key: string): string | undefined {
  // A file or a CI variable often adds a line end, and the other side then has another key.
  if (key !== key.trim())
    return "OUTREACH_APPROVAL_KEY begins or ends with white space, such as a line end. Set it to the key alone.";
  if (key.length >= MIN_KEY_LENGTH) return undefined;
  return `OUTREACH_APPROVAL_KEY has fewer than ${MIN_KEY_LENGTH} characters, so it could be guessed. Use a random key, for example of openssl rand -hex 32.`;
}

function unusable(file: string, problem: string, advice: string): ApprovalError {
  return new ApprovalError(`The approval ${file} ${problem}. ${advice}`);
}
