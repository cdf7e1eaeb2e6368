import { OutreachClient, type ClientEvent, type ClientOptions } from "../../client";
import type { Logger } from "../../plugin/framework";
import type { NumberValue } from "../../plugin/values";
import { toNumber } from "./configuration";
import type { KnownSettings } from "./settings";
import { PROVIDER_VERSION } from "../version";

/** Returns the client of the configured workspace. It connects on its first call. */
export function connect(settings: KnownSettings, terraformVersion: string, log: Logger): OutreachClient {
  return new OutreachClient(clientOptions(settings, terraformVersion, log));
}

/** Returns the options of the client of the configured workspace. */
export function clientOptions(settings: KnownSettings, terraformVersion: string, log: Logger): ClientOptions {
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
    onEvent: (event) => logEvent(log, event),
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
