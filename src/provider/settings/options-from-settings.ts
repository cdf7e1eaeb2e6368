import type { ClientEvent, ClientOptions } from "../../client";
import type { Logger } from "../../plugin/framework";
import type { NumberValue } from "../../plugin/values";
import { toNumber } from "./configuration";
import type { KnownSettings } from "./read-settings";
import { PROVIDER_VERSION } from "../version";

/** Returns the options of the client of the configured workspace. A command has no Terraform and no log. */
export function clientOptions(
  settings: KnownSettings,
  terraformVersion = "none",
  log?: Logger,
): ClientOptions {
  return {
    baseUrl: settings.base_url,
    userId: settings.user_id,
    workspaceId: settings.workspace_id,
    authorizationToken: settings.authorization_token ?? undefined,
    requestTimeout: optionalNumber(settings.request_timeout),
    maxRetries: optionalNumber(settings.max_retries),
    maxConcurrentRequests: optionalNumber(settings.max_concurrent_requests),
    requestsPerSecond: optionalNumber(settings.requests_per_second),
    userAgent: `cdktf-outreach/${PROVIDER_VERSION} (node/${process.versions.node}; terraform/${terraformVersion})`,
    onEvent: log && ((event) => logEvent(log, event)),
  };
}

function optionalNumber(value: NumberValue | null): number | undefined {
  return value === null ? undefined : toNumber(value);
}

function logEvent(log: Logger, event: ClientEvent): void {
  const { type } = event;
  // The message already contains the type. Copying a whole event is faster than copying all but one field.
  const fields = { ...event, type: undefined };
  if (type === "retry" || type === "failed") log.warn(`Outreach API ${type}`, fields);
  else log.debug(`Outreach API ${type}`, fields);
}
