import { DiagnosticError } from "../../plugin/framework";
import { quoted } from "../../prompt";

/** Returns the id of an import. No format of ids is known, so only blanks around it are rejected. */
export function importId(type: string, id: string): string {
  if (id.trim() === id && id !== "") return id;
  throw new DiagnosticError({
    severity: "error",
    summary: `${quoted(id)} is not an id of ${type}`,
    detail: `Import by the id that the API gave the object, without spaces around it: terraform import ADDRESS ID.`,
  });
}
