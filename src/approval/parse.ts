import { KINDS, type Kind } from "../objects/kinds";
import { isObject, parseJson } from "../util/json";
import {
  either,
  is,
  listOf,
  members,
  object,
  oneOf,
  type Shape,
  ShapeError,
  text as anyText,
  textLike,
} from "../util/shape";
import { type Action, ACTIONS, type Approval, APPROVED, FORMAT, UNKNOWN, VERSION } from "./format";
import { isSigned, MIN_KEY_LENGTH } from "./digests";

export class ApprovalError extends Error {
  override readonly name = "ApprovalError";
}

const WRITE_AGAIN = "Write the approval again with cdktf-outreach review --approval.";

const digest = textLike("a digest: 43 characters of base64url", /^[\w-]{43}$/);
const isNull = oneOf([null]);

const entry: Shape = (value, place) => {
  const given = object(value, place);
  const kind = oneOf(KINDS)(given["kind"], `${place}.kind`);
  const action = oneOf(ACTIONS)(given["action"], `${place}.action`);
  return entryOf(kind, action)(value, place);
};

function entryOf(kind: Kind, action: Action): Shape {
  const side = (of: Shape<string>) => members(Object.fromEntries(APPROVED[kind].map((name) => [name, of])));
  const shapes = {
    workspace: digest,
    kind: oneOf([kind]),
    action: oneOf([action]),
    object: action === "create" ? either([null, UNKNOWN], digest) : digest,
    before: action === "create" ? isNull : side(digest),
    after: action === "delete" ? isNull : side(either([UNKNOWN], digest)),
    resources: listOf(members({ stack: anyText, address: anyText }), 1),
  };
  if (kind === "snippet" || action !== "delete") return members(shapes);
  const isCount = (value: unknown) => value === UNKNOWN || Number.isSafeInteger(value);
  return members({ ...shapes, linked: is(`a whole number or "${UNKNOWN}"`, isCount) });
}

const approvalShape = members({
  format: oneOf([FORMAT]),
  version: is(String(VERSION), (version) => version === VERSION),
  createdAt: textLike(
    "a time such as 2026-11-28T12:00:00.000Z",
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/,
  ),
  salt: digest,
  entries: listOf(entry),
  "signature?": textLike("hmac-sha256: and 43 characters of base64url", /^hmac-sha256:[\w-]{43}$/),
});

/** If `key` is set, the signature must be valid. Throws ApprovalError. */
export function parseApproval(text: string, file: string, key?: string): Approval {
  const value = parseJson(text)?.value;
  if (value === undefined)
    throw unusable(file, "is not JSON, for example because it is cut off", WRITE_AGAIN);
  if (!isObject(value) || value["format"] !== FORMAT) {
    throw unusable(file, `is not an approval: its "format" is not "${FORMAT}"`, WRITE_AGAIN);
  }
  const { version } = value;
  if (version !== VERSION) {
    const advice =
      "Use the version of cdktf-outreach that wrote the approval, also where the approval is applied.";
    throw unusable(
      file,
      `has version ${JSON.stringify(version)} of the format, and this version of cdktf-outreach reads version ${VERSION}`,
      advice,
    );
  }
  try {
    approvalShape(value, "");
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw unusable(file, `is not valid: ${error.message}`, WRITE_AGAIN);
  }
  const approval = value as unknown as Approval;
  if (key !== undefined) checkSignature(approval, file, key);
  return approval;
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

export function problemOfKey(key: string): string | undefined {
  // If a file or CI variable added a line break to the key, signer and reader would have different keys.
  if (key !== key.trim())
    return "OUTREACH_APPROVAL_KEY begins or ends with white space, such as a line end. Set it to the key alone.";
  if (key.length >= MIN_KEY_LENGTH) return undefined;
  return `OUTREACH_APPROVAL_KEY has fewer than ${MIN_KEY_LENGTH} characters, so it could be guessed. Use a random key, for example of openssl rand -hex 32.`;
}

function unusable(file: string, problem: string, advice: string): ApprovalError {
  return new ApprovalError(`The approval ${file} ${problem}. ${advice}`);
}
