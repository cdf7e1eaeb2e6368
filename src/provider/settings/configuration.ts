import { parseBaseUrl } from "../../client";
import {
  bool,
  list,
  number,
  optional,
  string,
  type ConfigOf,
  type Problem,
  type Schema,
  type Validator,
} from "../../sdk/schema";
import { IDENTIFIER_RULE, placeholderFor } from "../../prompts";

export function environmentVariable(argument: string): string {
  return `OUTREACH_${argument.toUpperCase()}`;
}

export const EXISTING_NAME_MODES = ["warn", "adopt", "fail"] as const;
export type ExistingNameMode = (typeof EXISTING_NAME_MODES)[number];

export const OUTSIDE_EDITS_MODES = ["warn", "fail", "overwrite"] as const;
export type OutsideEditsMode = (typeof OUTSIDE_EDITS_MODES)[number];

/** The timeout is in seconds. */
export const DEFAULT_VISIBILITY_TIMEOUT = 10;

function rule<T>(holds: (value: T) => boolean, summary: string, detail: string): Validator<T> {
  return (value) => (holds(value) ? undefined : { summary, detail });
}

const orDefault = (argument: string, allowed: string) =>
  `Set ${argument}, or ${environmentVariable(argument)}, to ${allowed}, or leave it out for the default.`;

function numberFrom(argument: string, least: number, most: number, isWhole = false): Validator<number> {
  const range = most === Infinity ? `${least} or more` : `from ${least} to ${most}`;
  return rule(
    (given) => given >= least && given <= most && (!isWhole || Number.isInteger(given)),
    `${argument} must be a ${isWhole ? "whole " : ""}number, ${range}`,
    orDefault(argument, "such a number"),
  );
}

/** No placeholder can contain an entry that is not an identifier. */
function onlyVariables(given: readonly string[]): Problem | undefined {
  const wrong = given.findIndex((variable) => placeholderFor(variable) === undefined);
  if (wrong === -1) return undefined;
  return {
    summary: `Entry ${wrong + 1} of known_variables is not the identifier of a variable`,
    detail: `${IDENTIFIER_RULE} In known_variables or ${environmentVariable("known_variables")}, write the entry without braces, or remove it.`,
  };
}

const mode = (argument: string, modes: readonly string[]) =>
  rule(
    (text: string) => modes.includes(text),
    `${argument} must be one of ${modes.map((one) => JSON.stringify(one)).join(", ")}`,
    orDefault(argument, "one of them"),
  );

const notEmpty = (argument: string) =>
  rule(
    (text: string) => text.trim() !== "",
    `${argument} is empty`,
    `Set ${argument}, or leave it out and set ${environmentVariable(argument)}.`,
  );

const bearerToken = rule(
  (text: string) => /^[\x21-\x7e]+$/.test(text),
  "authorization_token is empty or holds a character that an HTTP header cannot carry",
  `Set authorization_token, or ${environmentVariable("authorization_token")}, to the token alone: printable ASCII without spaces and line breaks.`,
);

const webAddress: Validator<string> = (value) => {
  try {
    parseBaseUrl(value);
    return undefined;
  } catch (error) {
    return {
      summary: "base_url is not a web address",
      detail: `${(error as Error).message} Set base_url, or ${environmentVariable("base_url")}, to the address that the operator of the platform gave you.`,
    };
  }
};

function declaredNumber(kinds: "clusters" | "snippets") {
  const argument = `declared_${kinds}`;
  return optional(number, {
    description: `Number of ${kinds} that the configuration declares. In CDKTF, \`OutreachProvider\` sets it at synth. The provider reads ${kinds} ahead only if the workspace has few ${kinds} besides the declared ones. Also from \`${environmentVariable(argument)}\`.`,
    validate: numberFrom(argument, 0, Infinity, true),
  });
}

export const configurationAttributes = {
  base_url: optional(string, {
    description:
      "Address of the Outreach API, such as `https://outreach.example.com/api`. Also from `OUTREACH_BASE_URL`.",
    validate: webAddress,
  }),
  user_id: optional(string, {
    description: "The user id that the platform operator issued. Also from `OUTREACH_USER_ID`.",
    sensitive: true,
    validate: notEmpty("user_id"),
  }),
  workspace_id: optional(string, {
    description: "Id of the workspace to manage. Also from `OUTREACH_WORKSPACE_ID`.",
    sensitive: true,
    validate: notEmpty("workspace_id"),
  }),
  authorization_token: optional(string, {
    description:
      "Sent as a bearer token if it is set; the API document does not show whether the API needs it. Also from `OUTREACH_AUTHORIZATION_TOKEN`.",
    sensitive: true,
    validate: bearerToken,
  }),
  request_timeout: optional(number, {
    description:
      "Seconds that one request may take before it counts as failed. Default 60. Also from `OUTREACH_REQUEST_TIMEOUT`.",
    validate: numberFrom("request_timeout", 0.001, 86_400),
  }),
  max_retries: optional(number, {
    description:
      "How often a failed request is retried, if a retry is safe. Default 4. Also from `OUTREACH_MAX_RETRIES`.",
    validate: numberFrom("max_retries", 0, 100, true),
  }),
  max_concurrent_requests: optional(number, {
    description:
      "How many requests may run at a time. Default 80. Also from `OUTREACH_MAX_CONCURRENT_REQUESTS`.",
    validate: numberFrom("max_concurrent_requests", 1, Infinity, true),
  }),
  requests_per_second: optional(number, {
    description:
      "How many requests may start within a second. Default: no limit. Also from `OUTREACH_REQUESTS_PER_SECOND`.",
    validate: numberFrom("requests_per_second", 0.01, 100_000),
  }),
  visibility_timeout: optional(number, {
    description:
      "Seconds to wait until reads and lists show a write. Default 10. Also from `OUTREACH_VISIBILITY_TIMEOUT`.",
    validate: numberFrom("visibility_timeout", 0, 3600),
  }),
  existing_name: optional(string, {
    description:
      "What a planned create does if an unmanaged object already has its name. `warn` (default) creates a second object. `adopt` adopts the object if there is exactly one, and updates it to the declared content. `fail` refuses the plan. Also from `OUTREACH_EXISTING_NAME`.",
    validate: mode("existing_name", EXISTING_NAME_MODES),
  }),
  outside_edits: optional(string, {
    description:
      "What a plan does if it overwrites an edit made in Outreach, or deletes an edited object. `warn` (default) names the object, the attribute and the time of the edit. `fail` refuses the plan, unless an approval covers the change. `overwrite` says nothing. Also from `OUTREACH_OUTSIDE_EDITS`.",
    validate: mode("outside_edits", OUTSIDE_EDITS_MODES),
  }),
  read_ahead: optional(bool, {
    description:
      "Whether a plan may read objects before Terraform requests them, with more requests at a time than Terraform uses. Reading ahead needs `declared_clusters` for clusters and `declared_snippets` for snippets. Default true. Also from `OUTREACH_READ_AHEAD`.",
  }),
  declared_clusters: declaredNumber("clusters"),
  declared_snippets: declaredNumber("snippets"),
  known_variables: optional(list(string), {
    description:
      "Identifiers of the variables that exist. If the list is set, a plan warns about each placeholder whose identifier is not in the list. Also from `OUTREACH_KNOWN_VARIABLES`, separated by commas.",
    validate: onlyVariables,
  }),
};

export const configurationSchema: Schema<typeof configurationAttributes> = {
  description: "Manages the clusters and snippets of an Outreach workspace.",
  attributes: configurationAttributes,
};

export type ProviderConfig = ConfigOf<typeof configurationAttributes>;
