import { call, Token } from "cdktf";
import { resolve } from "node:path";
import { IDENTIFIER_RULE, placeholderFor, refuseNoText, userError } from "../prompts";
import { type PromptFileOptions, readPrompt } from "../prompts/file";
import { rememberRead } from "../placing/records";
import { promptFiles } from "./prompt-record";
import { argumentOf } from "./text";
import { plainText } from "./tokens";

/**
 * Returns the text of a UTF-8 file without its byte order mark. Characters that look like a CDKTF token, such
 * as `${TfToken[TOKEN.0]}`, stay text.
 *
 * A relative path starts in the working directory. If the cdktf command runs the app, the working directory
 * is the folder of cdktf.json. Throws if the file cannot be read, is not UTF-8, or contains the conflict
 * markers of a merge.
 */
export function promptFile(path: string, options: PromptFileOptions = {}): string {
  if (typeof path !== "string" || path === "")
    throw userError(`promptFile takes the path of a file, but it got ${JSON.stringify(path)}.`, promptFile);
  const file = resolve(path);
  const { text, problem } = readPrompt(file, options, (bytes) => rememberRead(file, bytes));
  if (text === undefined)
    throw userError(`promptFile(${JSON.stringify(path)}): ${file} ${problem}`, promptFile);
  promptFiles.set(file, text);
  return plainText(text);
}

/**
 * Returns the placeholder of a variable: `variable("company")` is `{company}`. Throws if the provider would
 * not recognise the placeholder in a prompt, for example because the identifier contains a space.
 */
export function variable(id: string): string {
  const placeholder = placeholderFor(id);
  if (placeholder !== undefined) return placeholder;
  throw userError(
    `variable(${JSON.stringify(id)}): {${id}} would not be a variable of a prompt. ${IDENTIFIER_RULE}`,
    variable,
  );
}

/**
 * Calls the provider function `prompt_variables`, for a prompt that only Terraform knows, such as a
 * `TerraformVariable`. The stack needs an `OutreachProvider`, and the engine must be Terraform 1.8, OpenTofu
 * 1.7 or newer. In an app of CDK Terrain, `targetVersions` in cdktf.json must exclude older versions.
 */
export function promptVariables(prompt: string): string[] {
  const place = "The prompt of promptVariables";
  refuseNoText(prompt, place, promptVariables);
  return Token.asList(call("provider::outreach::prompt_variables", [argumentOf(prompt, place)]));
}
