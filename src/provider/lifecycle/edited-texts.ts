import { fingerprintOf, isEdited, keepsKnownEdit, type Fingerprint } from "../../objects/accepted-texts";
import { CONTENT, kindOfType } from "../../objects/kinds";
import { ACCEPTED } from "../../objects/private-state";
import { textDifferences } from "../../objects/text";
import type { ResourceCall } from "../../plugin/framework";
import { isUnknown, type Value } from "../../plugin/values";
import type { HookContext } from "../run/operation";

/** Private state: digests of the texts that the state had before an edit that brought the accepted texts back. */
export const TAKEN_BACK = "taken_back";

/** A text that was edited, and the accepted text that the edit replaced. */
export interface Edit {
  readonly name: string;
  readonly accepted: Fingerprint;
}

/**
 * Records that an edit has brought back accepted texts, in place of an edit that the state `before` has. If the code
 * has pulled that edit, a plan would overwrite the later one.
 */
export function recordTakenBack({ kind, call }: HookContext, before: object, found: object): void {
  const accepted = acceptedOf(call);
  const taken = textDifferences<string>(attributesOf(kind.type), textsOf(before), textsOf(found)).filter(
    ({ attribute: name, found: text }) => {
      const known = accepted?.[name];
      return known !== undefined && !isEdited(known, text);
    },
  );
  if (taken.length === 0) return;
  const texts = taken.map(({ attribute, declared }) => [attribute, fingerprintOf(declared)]);
  call.private.set(TAKEN_BACK, { ...takenBackIn(call), ...Object.fromEntries(texts) });
}

/** Lists the texts that differ from the accepted ones; none for the state of an older version. */
export function editsIn({ kind, call }: HookContext, values: object): Edit[] {
  const recorded = acceptedOf(call);
  return attributesOf(kind.type).flatMap((name) => {
    const accepted = recorded?.[name];
    return accepted !== undefined && isEdited(accepted, textAt(values, name)) ? [{ name, accepted }] : [];
  });
}

/** Lists the texts that an edit has brought back, if the plan has the edit that it took back. */
export function takingBack({ kind, call }: HookContext, values: object, planned: object): Edit[] {
  const [accepted, before] = [acceptedOf(call), takenBackIn(call)];
  return attributesOf(kind.type).flatMap((name) => {
    const [own, other] = [accepted?.[name], before?.[name]];
    if (own === undefined || other === undefined || isEdited(own, textAt(values, name))) return [];
    const hasOther = isUnknown(valueAt(planned, name)) || keepsKnownEdit(own, other, textAt(planned, name));
    return hasOther ? [{ name, accepted: other }] : [];
  });
}

function takenBackIn(call: ResourceCall): Fingerprints | undefined {
  return call.private.get(TAKEN_BACK) as Fingerprints | undefined;
}

type Fingerprints = Readonly<Record<string, Fingerprint | undefined>>;

/** Returns the digests of the accepted texts, by attribute. */
export function acceptedOf(call: ResourceCall): Fingerprints | undefined {
  return call.private.get(ACCEPTED) as Fingerprints | undefined;
}

/** Lists the attributes that hold the texts of a type. */
export function attributesOf(type: string): readonly string[] {
  return CONTENT[kindOfType(type)!];
}

export function textsOf(values: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, textAt(values, name)]));
}

/** Returns the text of an attribute; the empty text if it has none, or if it is unknown. */
export function textAt(values: object, name: string): string {
  const value = valueAt(values, name);
  return typeof value === "string" ? value : "";
}

export function valueAt(values: object, name: string): Value {
  return (values as Readonly<Record<string, Value | undefined>>)[name] ?? null;
}
