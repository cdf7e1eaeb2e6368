import { KINDS, type Kind } from "../objects/kinds";
import type { JsonObject } from "../shared/json";
import { ACTIONS, APPROVED, type Action } from "./change";
import { UNKNOWN } from "./format";
import { A_DIGEST, checkKeys, list, object, oneOf, refuse, text, textLike } from "./parse-values";

const OF_EACH = ["workspace", "kind", "action", "object", "before", "after", "resources"];

/** Throws a ParseError unless a value is an entry of an approval. */
export function checkEntry(value: unknown, place: string): void {
  const entry = object(value, place);
  oneOf(entry["kind"], `${place}.kind`, KINDS);
  oneOf(entry["action"], `${place}.action`, ACTIONS);
  const { kind, action } = entry as { readonly kind: Kind; readonly action: Action };
  const mayBeLinked = kind === "cluster" && action === "delete";
  checkKeys(entry, place, { required: mayBeLinked ? [...OF_EACH, "linked"] : OF_EACH });
  textLike(entry["workspace"], `${place}.workspace`, A_DIGEST);
  checkObject(entry, place, action);
  checkSide(entry, place, { side: "before", kind, isNull: action === "create" });
  checkSide(entry, place, { side: "after", kind, isNull: action === "delete" });
  if (mayBeLinked && entry["linked"] !== UNKNOWN && !Number.isSafeInteger(entry["linked"])) {
    refuse(`${place}.linked`, `is neither a whole number nor "${UNKNOWN}"`);
  }
  checkResources(entry["resources"], `${place}.resources`);
}

function checkObject({ object: id }: JsonObject, place: string, action: Action): void {
  const isOpen = action === "create" && (id === null || id === UNKNOWN);
  if (!isOpen) textLike(id, `${place}.object`, A_DIGEST);
}

interface SideRule {
  readonly side: "before" | "after";
  readonly kind: Kind;
  readonly isNull: boolean;
}

function checkSide(entry: JsonObject, entryPlace: string, { side, kind, isNull }: SideRule): void {
  const place = `${entryPlace}.${side}`;
  if (isNull) return oneOf(entry[side], place, [null]);
  const digests = object(entry[side], place);
  checkKeys(digests, place, { required: APPROVED[kind] });
  for (const attribute of APPROVED[kind]) {
    const isOpen = side === "after" && digests[attribute] === UNKNOWN;
    if (!isOpen) textLike(digests[attribute], `${place}.${attribute}`, A_DIGEST);
  }
}

function checkResources(value: unknown, place: string): void {
  const resources = list(value, place);
  if (resources.length === 0) refuse(place, "is empty");
  resources.forEach((one, at) => {
    const resource = object(one, `${place}[${at}]`);
    checkKeys(resource, `${place}[${at}]`, { required: ["stack", "address"] });
    text(resource["stack"], `${place}[${at}].stack`);
    text(resource["address"], `${place}[${at}].address`);
  });
}
