import {
  integer,
  number,
  optional,
  string,
  type ConfigOf,
  type Schema,
  type Validator,
} from "../plugin/schema";
import { numberText, type NumberValue } from "../plugin/values";
import { parseBaseUrl } from "../client";

/** The environment variable that stands in for an argument: `OUTREACH_BASE_URL` for `base_url`. */
export function environmentVariable(argument: string): string {
  return `OUTREACH_${argument.toUpperCase()}`;
}

/** A setting as a JavaScript number; that its decimals are not exact does no harm. */
export function toNumber(value: NumberValue): number {
  return Number(numberText(value));
}

const atLeast =
  (least: number, what: string): Validator<NumberValue> =>
  (value) =>
    toNumber(value) >= least
      ? undefined
      : { summary: `${what} must be at least ${least}`, detail: `It is ${numberText(value)}.` };

const positive =
  (what: string): Validator<NumberValue> =>
  (value) =>
    toNumber(value) > 0
      ? undefined
      : { summary: `${what} must be above zero`, detail: "Leave it out for the default." };

const notEmpty =
  (argument: string): Validator<string> =>
  (value) =>
    value.trim() === ""
      ? {
          summary: `${argument} is empty`,
          detail: `Set ${argument}, or leave it out and set ${environmentVariable(argument)}.`,
        }
      : undefined;

const webAddress: Validator<string> = (value) => {
  try {
    parseBaseUrl(value);
    return undefined;
  } catch (error) {
    return {
      summary: "base_url is not a web address",
      detail: `${(error as Error).message} Set base_url, or ${environmentVariable("base_url")}, to the address the operator of your workspace gave you.`,
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
    validate: [notEmpty("authorization_token")],
  }),
  request_timeout: optional(number, {
    description:
      "Seconds that one request may take before it counts as failed. Default 60. Also from `OUTREACH_REQUEST_TIMEOUT`.",
    validate: [positive("request_timeout")],
  }),
  max_retries: optional(integer, {
    description:
      "How often a request that may be repeated is repeated. Default 4. Also from `OUTREACH_MAX_RETRIES`.",
    validate: [atLeast(0, "max_retries")],
  }),
  max_concurrent_requests: optional(integer, {
    description: "How many requests run at a time. Default 10. Also from `OUTREACH_MAX_CONCURRENT_REQUESTS`.",
    validate: [atLeast(1, "max_concurrent_requests")],
  }),
  requests_per_second: optional(number, {
    description:
      "How many requests start within a second. Default: no limit. Also from `OUTREACH_REQUESTS_PER_SECOND`.",
    validate: [positive("requests_per_second")],
  }),
};

export const configurationSchema: Schema<typeof configurationAttributes> = {
  description: "Manages the clusters and snippets of an Outreach workspace.",
  attributes: configurationAttributes,
};

export type ProviderConfig = ConfigOf<typeof configurationAttributes>;
