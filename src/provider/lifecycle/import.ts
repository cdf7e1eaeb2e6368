import { quoted } from "../../prompts";
import { ProviderError } from "../wording/subject";

/** Returns the state of an import. No format of ids is known, so only blanks around an id are rejected. */
export function importManaged(type: string, id: string): { readonly id: string } {
  if (id.trim() === id && id !== "") return { id };
  throw new ProviderError(
    `${quoted(id)} is not an id of ${type}`,
    `Import by the id that the API gave the object, without spaces around it: terraform import ADDRESS ID.`,
  );
}
