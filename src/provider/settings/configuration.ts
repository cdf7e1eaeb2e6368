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
} from "../../plugin/schema";
import { numberText, type NumberValue } from "../../plugin/values";
import { IDENTIFIER_RULE, placeholderFor } from "../../prompt";

/** Returns the environment variable that an argument can come from: `OUTREACH_BASE_URL` for `base_url`. */
export function environmentVariable(argument: string): string {
  return `OUTREACH_${argument.toUpperCase()}`;
}

/** What a planned create does about existing objects of its name. */
const EXISTING_NAME_MODES = ["warn", "adopt", "fail"] as const;
export type ExistingNameMode = (typeof EXISTING_NAME_MODES)[number];

/** Default of `visibility_timeout`, in seconds. */
export const DEFAULT_VISIBILITY_TIMEOUT = 10;

/** Returns a setting as a JavaScript number. Its decimals need not be exact. */
export function toNumber(value: NumberValue): number {
  return Number(numberText(value));
}

/** The bounds are those of the client's options; checked here, so that the error names the argument. */
function numberFrom(
  argument: string,
  { least, most, whole = false }: { least: number; most: number; whole?: boolean },
): Validator<NumberValue> {
  const range = most === Infinity ? `${least} or more` : `from ${least} to ${most}`;
  return (value) => {
    const given = toNumber(value);
    if (given >= least && given <= most && (!whole || Number.isInteger(given))) return undefined;
    return {
      summary: `${argument} must be a ${whole ? "whole " : ""}number, ${range}`,
      detail: `It is ${numberText(value)}. Set ${argument}, or ${environmentVariable(argument)}, to such a number, or leave it out for the default.`,
    };
  };
}

/** Rejects a variable that no placeholder can name: every placeholder that means it would draw a warning. */
function onlyVariables(given: readonly string[]): Problem | undefined {
  const wrong = given.findIndex((variable) => placeholderFor(variable) === undefined);
  if (wrong === -1) return undefined;
  return {
    summary: `known_variables has an entry, number ${wrong + 1}, which is not the identifier of a variable`,
    detail: `${IDENTIFIER_RULE} It has no braces here. Write it like that in known_variables, or in ${environmentVariable("known_variables")}, or remove it.`,
  };
}

function textRule(holds: (text: string) => boolean, summary: string, detail: string): Validator<string> {
  return (text) => (holds(text) ? undefined : { summary, detail });
}

const existingNameMode = textRule(
  (text) => (EXISTING_NAME_MODES as readonly string[]).includes(text),
  `existing_name must be one of ${EXISTING_NAME_MODES.map((mode) => JSON.stringify(mode)).join(", ")}`,
  `Set existing_name, or ${environmentVariable("existing_name")}, to one of them, or leave it out for the default.`,
);

const notEmpty = (argument: string) =>
  textRule(
    (text) => text.trim() !== "",
    `${argument} is empty`,
    `Set ${argument}, or leave it out and set ${environmentVariable(argument)}.`,
  );

const bearerToken = textRule(
  (text) => /^[\x21-\x7e]+$/.test(text),
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

export const configurationAttributes = {
  base_url: optional(string, {
    description:
      "Address of the Outreach API, such as `https://outreach.example.com/api`. Also from `OUTREACH_BASE_URL`.",
    validate: [webAddress],
  }),
  user_id: optional(string, {
    description: "The user id that the platform operator issued. Also from `OUTREACH_USER_ID`.",
    sensitive: true,
    validate: [notEmpty("user_id")],
  }),
  workspace_id: optional(string, {
    description: "The workspace that is managed. Also from `OUTREACH_WORKSPACE_ID`.",
    sensitive: true,
    validate: [notEmpty("workspace_id")],
  }),
  authorization_token: optional(string, {
    description:
      "Sent as a bearer token where it is set; the API document leaves open whether it is needed. Also from `OUTREACH_AUTHORIZATION_TOKEN`.",
    sensitive: true,
    validate: [bearerToken],
  }),
  request_timeout: optional(number, {
    description:
      "Seconds that one request may take before it counts as failed. Default 60. Also from `OUTREACH_REQUEST_TIMEOUT`.",
    validate: [numberFrom("request_timeout", { least: 0.001, most: 86_400 })],
  }),
  max_retries: optional(number, {
    description:
      "How often a request that may be repeated is repeated. Default 4. Also from `OUTREACH_MAX_RETRIES`.",
    validate: [numberFrom("max_retries", { least: 0, most: 100, whole: true })],
  }),
  max_concurrent_requests: optional(number, {
    description: "How many requests run at a time. Default 80. Also from `OUTREACH_MAX_CONCURRENT_REQUESTS`.",
    validate: [numberFrom("max_concurrent_requests", { least: 1, most: Infinity, whole: true })],
  }),
  requests_per_second: optional(number, {
    description:
      "How many requests start within a second. Default: no limit. Also from `OUTREACH_REQUESTS_PER_SECOND`.",
    validate: [numberFrom("requests_per_second", { least: 0.01, most: 100_000 })],
  }),
  visibility_timeout: optional(number, {
    description:
      "Seconds to wait for a write to show in reads and lists before it counts as lost. Default 10. Also from `OUTREACH_VISIBILITY_TIMEOUT`.",
    validate: [numberFrom("visibility_timeout", { least: 0, most: 3600 })],
  }),
  existing_name: optional(string, {
    description:
      "What a planned create does where an object of its name exists that nothing manages: `warn` (default) creates another one, `adopt` adopts exactly one and brings it to the declared content, `fail` refuses the plan. Also from `OUTREACH_EXISTING_NAME`.",
    validate: [existingNameMode],
  }),
  read_ahead: optional(bool, {
    description:
      "Whether a plan reads objects before Terraform asks for them, with as many requests at a time as the settings allow. It needs `declared_clusters` for clusters and `declared_snippets` for snippets. Default true. Also from `OUTREACH_READ_AHEAD`.",
  }),
  declared_clusters: optional(number, {
    description:
      "How many clusters the configuration declares; `OutreachProvider` of CDKTF counts them at synth. The provider reads clusters ahead only if the workspace holds few others. Also from `OUTREACH_DECLARED_CLUSTERS`.",
    validate: [numberFrom("declared_clusters", { least: 0, most: Infinity, whole: true })],
  }),
  declared_snippets: optional(number, {
    description:
      "How many snippets the configuration declares; `OutreachProvider` of CDKTF counts them at synth. The provider reads snippets ahead only if the workspace holds few others. Also from `OUTREACH_DECLARED_SNIPPETS`.",
    validate: [numberFrom("declared_snippets", { least: 0, most: Infinity, whole: true })],
  }),
  known_variables: optional(list(string), {
    description:
      "Identifiers of the variables that exist. Where it is set, a plan warns of each placeholder in a prompt that names another one. Also from `OUTREACH_KNOWN_VARIABLES`, separated by commas.",
    validate: [onlyVariables],
  }),
};

export const configurationSchema: Schema<typeof configurationAttributes> = {
  description: "Manages the clusters and snippets of an Outreach workspace.",
  attributes: configurationAttributes,
};

export type ProviderConfig = ConfigOf<typeof configurationAttributes>;
