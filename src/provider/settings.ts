import { parseBaseUrl } from "../client";
import { attributePath, DiagnosticError, type Call, type Diagnostics } from "../plugin/framework";
import type { Validator } from "../plugin/schema";
import { isUnknown, type Unknown } from "../plugin/values";
import { configurationAttributes, environmentVariable, type ProviderConfig } from "./configuration";

/** The provider's arguments, from the configuration or else the environment; null where neither has one. */
export type Settings = { readonly [K in keyof typeof configurationAttributes]: ProviderConfig[K] };

type Argument = keyof typeof configurationAttributes;
const REQUIRED: readonly Argument[] = ["base_url", "user_id", "workspace_id"];

/**
 * Reads the arguments, each from the configuration or its environment variable (an empty one counts as unset). A value
 * that is not known yet stays unknown. Missing or malformed ones end in one error.
 */
export function readSettings(config: ProviderConfig, environment: NodeJS.ProcessEnv, call: Call): Settings {
  const settings: Record<string, unknown> = {};
  for (const argument of Object.keys(configurationAttributes) as Argument[]) {
    settings[argument] = config[argument] ?? fromEnvironment(argument, environment, call.diagnostics);
  }
  // No request depends on it: what is not known yet must not keep a plan from the workspace.
  settings["known_variables"] = wholeList(settings["known_variables"]);
  const missing = REQUIRED.filter((argument) => settings[argument] === null);
  if (missing.length > 0) reportMissing(missing, call.diagnostics);
  // All that is wrong is in the diagnostics by now, each with its own place.
  if (call.diagnostics.hasError) throw new DiagnosticError();
  const read = settings as Settings;
  warnOfPlainHttp(read.base_url, call.diagnostics);
  return read;
}

function wholeList(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) || value.some((element) => isUnknown(element as string | Unknown))) return null;
  return value.filter((element) => typeof element === "string");
}

function fromEnvironment(
  argument: Argument,
  environment: NodeJS.ProcessEnv,
  diagnostics: Diagnostics,
): string | number | readonly string[] | null {
  const variable = environmentVariable(argument);
  const text = environment[variable]?.trim() ?? "";
  if (text === "") return null;
  const { of, options } = configurationAttributes[argument];
  if (of.type.kind === "list") return text.split(",").map((element) => element.trim());
  const value = of.type.kind === "number" ? Number(text) : text;
  if (Number.isNaN(value)) {
    diagnostics.error(
      `${argument} is not a number (from ${variable})`,
      `Set ${variable} to a number, or leave it out for the default.`,
    );
    return null;
  }
  for (const validate of options.validate ?? []) {
    const problem = (validate as Validator<unknown>)(value);
    if (problem !== undefined) {
      diagnostics.error(`${problem.summary} (from ${variable})`, problem.detail);
    }
  }
  return value;
}

function reportMissing(missing: readonly Argument[], diagnostics: Diagnostics): void {
  const names = missing.map((argument) => `${argument} (${environmentVariable(argument)})`);
  diagnostics.error(
    `The outreach provider needs ${missing.join(", ")}`,
    `Not set: ${names.join(", ")}. Set each in the provider's configuration or, better for credentials, in the environment variable named beside it.`,
    missing.length === 1 ? attributePath(missing[0]!) : undefined,
  );
}

function warnOfPlainHttp(baseUrl: string | Unknown | null, diagnostics: Diagnostics): void {
  if (baseUrl === null || isUnknown(baseUrl)) return;
  const { secure, loopback, origin } = parseBaseUrl(baseUrl);
  if (secure || loopback) return;
  diagnostics.warn(
    "base_url sends the credentials over plain http",
    `Everyone between this machine and ${origin} can read the user id and the workspace id of every request. Use an https address.`,
    attributePath("base_url"),
  );
}
