import { IDENTIFIER_RULE, placeholderFor } from "../prompt";
import { userError } from "./user-error";

/**
 * The placeholder of a prompt's variable: `variable("company")` is `{company}`. Throws for an identifier that the
 * provider would not find in the prompt again, such as one with a space.
 */
export function variable(id: string): string {
  const placeholder = placeholderFor(id);
  if (placeholder !== undefined) return placeholder;
  throw userError(
    `variable(${JSON.stringify(id)}): {${id}} would not be a variable of a prompt. ${IDENTIFIER_RULE}`,
    variable,
  );
}
