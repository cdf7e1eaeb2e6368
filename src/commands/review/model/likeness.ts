import type { Diagnostic } from "../../../estate/engine/diagnostics";
import { editsInPlace } from "./edits";
import type { AttributeChange, ObjectChange } from "./review";

/**
 * Returns a key that two changes share if they are alike: the same action, the same edits at places with the same meaning
 * (`editsInPlace`), and the same warnings. `attributes` are those that the formats list.
 */
export function likenessOf(change: ObjectChange, attributes: readonly AttributeChange[]): string {
  const { importId, previousAddress, warnings, lostEdit } = change;
  return JSON.stringify({
    ...change,
    ...{ address: null, name: null, id: null, updatedAt: null, source: null, origin: null },
    attributes: attributes.map(likenessOfAttribute),
    lostEdit: lostEdit?.map(likenessOfAttribute) ?? null,
    warnings: warnings.map((one) => withoutObject(one, change)),
    // Formats show an unknown import id in other words, and list the known ids.
    importId: importId === null || importId === "" ? importId : "known",
    previousAddress: previousAddress === null,
  });
}

/** Returns the attributes to list, without the name of a created or deleted object, which is in the title. */
export function listedAttributes({ action, attributes, name }: ObjectChange): readonly AttributeChange[] {
  if (action !== "create" && action !== "delete") return attributes;
  return attributes.filter(({ path }) => path !== "name" || name === null);
}

function likenessOfAttribute({ diff, ...attribute }: AttributeChange): unknown {
  if (diff === null) return attribute;
  const { path, forcesReplace, before, after } = attribute;
  return [path, forcesReplace, before.kind, after.kind, diff.of, editsInPlace(diff)];
}

/** The texts of a diagnostic that formats show. */
export type Texts = Pick<Diagnostic, "severity" | "summary" | "detail">;

/** Returns a diagnostic's texts without the object that it is about and without the place in its prompt. */
export function withoutObject(
  { severity, summary, detail, prompt }: Diagnostic,
  { address, name, id }: { readonly [K in "address" | "name" | "id"]: string | null },
): Texts {
  if (prompt !== null) {
    const listed = prompt.texts.length > 1 ? `${prompt.texts.join(", ")}. ` : "";
    return { severity, summary: prompt.what, detail: `${listed}${prompt.advice}` };
  }
  const own: [string | null, string][] = [
    [name && ` ${JSON.stringify(name)}`, ""],
    [id && ` (${id})`, ""],
    [address, "…"],
  ];
  const bare = (text: string) =>
    own.reduce((rest, [part, instead]) => (part ? rest.replaceAll(part, instead) : rest), text);
  return { severity, summary: bare(summary), detail: bare(detail) };
}

/** Returns the texts of a diagnostic that is about no change. Diagnostics that are alike have the same texts. */
export function withoutAddress(message: Diagnostic): Texts {
  return withoutObject(message, { address: message.address, name: null, id: null });
}
