import type { FunctionParameter, ProviderFunction } from "../plugin/framework";
import { list, string } from "../plugin/schema";
import { promptVariables } from "../prompt";

const parameters = [
  { name: "prompt", of: string, description: "A snippet's prompt." },
] as const satisfies readonly FunctionParameter[];

/** The same parse as the `variables` attribute of a snippet. */
export const promptVariablesFunction: ProviderFunction<typeof parameters, readonly (string | null)[]> = {
  summary: "The variables a prompt uses",
  description: "Returns the identifiers that stand as `{variable_id}` in a prompt, each once and sorted.",
  parameters,
  returns: list(string),
  call: (prompt) => promptVariables(prompt),
};
