import type { Diagnostic } from "../../engine/diagnostics";
import { editedLines } from "./edits";
import type { AttributeChange, ObjectChange } from "./review";

/**
 * Returns a key that two changes share if they are alike: the same action, the same removed and added lines
 * wherever they stand, and the same warnings. `attributes` are those that the formats list.
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
  return [path, forcesReplace, before.kind, after.kind, diff.of, editedLines(diff)];
}

type Texts = Pick<Diagnostic, "summary" | "detail">;

/** Returns a diagnostic's texts without the object that it is about and without the place in its prompt. */
export function withoutObject(
  { summary, detail, prompt }: Diagnostic,
  { address, name, id }: { readonly [K in "address" | "name" | "id"]: string | null },
): Texts {
  if (prompt !== null) {
    const listed = prompt.texts.length > 1 ? `${prompt.texts.join(", ")}. ` : "";
    return { summary: prompt.what, detail: `${listed}${prompt.advice}` };
  }
  const own: [string | null, string][] = [
    [name && ` ${JSON.stringify(name)}`, ""],
    [id && ` (${id})`, ""],
    [address, "…"],
  ];
  const bare = (text: string) =>
    own.reduce((rest, [part, instead]) => (part ? rest.replaceAll(part, instead) : rest), text);
  return { summary: bare(summary), detail: bare(detail) };
}

/** Returns a key that two diagnostics share if they say the same about different objects. */
export function likenessOfMessage(message: Diagnostic): string {
  const { severity, address } = message;
  return JSON.stringify([severity, withoutObject(message, { address, name: null, id: null })]);
}
