import { IDENTIFIER_RULE, placeholderFor } from "../prompt";

/**
 * The placeholder of a prompt's variable: `variable("company")` is `{company}`. Throws for an identifier that the
 * provider would not find in the prompt again, such as one with a space.
 */
export function variable(id: string): string {
  const placeholder = placeholderFor(id);
  if (placeholder !== undefined) return placeholder;
  throw new Error(
    `variable(${JSON.stringify(id)}): {${id}} would not be a variable of a prompt. ${IDENTIFIER_RULE}`,
  );
}
