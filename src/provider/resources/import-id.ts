import { DiagnosticError } from "../../plugin/framework";
import { quoted } from "../../prompt";

/** Checks the id given to an import. Its format is not documented, so only what cannot be an id is refused. */
export function importId(type: string, id: string): string {
  if (id.trim() === id && id !== "") return id;
  throw new DiagnosticError({
    severity: "error",
    summary: `${quoted(id)} is not an id of ${type}`,
    detail: `Import by the id that the API gave the object, without spaces around it: terraform import ADDRESS ID.`,
  });
}
