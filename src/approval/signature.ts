import { createHmac, timingSafeEqual } from "node:crypto";
import { isObject } from "../util/json";
import { FORMAT, type Approval } from "./format";

const ALGORITHM = "hmac-sha256";

/** Shortest key, in characters: the signature shows whether a guess of a short key is right. */
export const MIN_KEY_LENGTH = 16;

/** Returns the signature of an approval, which covers everything but the signature itself. */
export function signatureOf(approval: Approval, key: string): string {
  const mac = createHmac("sha256", key).update(`${FORMAT}\n${signedText(approval)}`);
  return `${ALGORITHM}:${mac.digest("base64url")}`;
}

/** Returns everything in an approval but its signature, as one text. */
export function signedText(approval: Approval): string {
  return canonicalJson({ ...approval, signature: undefined });
}

/** Reports whether an approval has a signature that was made with this key. */
export function isSigned(approval: Approval, key: string): boolean {
  const [given, right] = [approval.signature ?? "", signatureOf(approval, key)].map((text) =>
    Buffer.from(text),
  ) as [Buffer, Buffer];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Returns the JSON of a value without blanks and undefined values, and with sorted keys. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(",")}}`;
}
