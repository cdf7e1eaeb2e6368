import type { ClientEvent, ClientOptions } from "../../client";
import type { Logger } from "../../sdk/framework";
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
    requestTimeout: settings.request_timeout ?? undefined,
    maxRetries: settings.max_retries ?? undefined,
    maxConcurrentRequests: settings.max_concurrent_requests ?? undefined,
    requestsPerSecond: settings.requests_per_second ?? undefined,
    userAgent: `cdktf-outreach/${PROVIDER_VERSION} (node/${process.versions.node}; terraform/${terraformVersion})`,
    onEvent: log && ((event) => logEvent(log, event)),
  };
}

function logEvent(log: Logger, event: ClientEvent): void {
  const { type } = event;
  // The message already contains the type. Copying a whole event is faster than copying all but one field.
  const fields = { ...event, type: undefined };
  if (type === "retry" || type === "failed") log.warn(`Outreach API ${type}`, fields);
  else log.debug(`Outreach API ${type}`, fields);
}
