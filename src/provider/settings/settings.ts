import {
  type ClientEvent,
  type ClientOptions,
  DEFAULT_CONCURRENT_REQUESTS,
  parseBaseUrl,
} from "../../client";
import { type Diagnostic, DiagnosticError, type Logger } from "../../sdk/framework";
import type { Validator } from "../../sdk/schema";
import { isUnknown, isWhollyKnown, type Type, type Unknown, type Value } from "../../sdk/values";
import { PROVIDER_VERSION } from "../version";
import {
  configurationAttributes,
  DEFAULT_VISIBILITY_TIMEOUT,
  environmentVariable,
  type ExistingNameMode,
  type OutsideEditsMode,
  type ProviderConfig,
} from "./configuration";

type Argument = keyof typeof configurationAttributes;

/** No request needs these arguments, so a plan can reach the workspace while they are unknown. */
const HINTS = ["known_variables", "read_ahead", "declared_clusters", "declared_snippets"] as const;
type Hint = (typeof HINTS)[number];

export type DeclaredCount = Extract<Hint, `declared_${string}`>;

export type Settings = {
  readonly [K in Exclude<Argument, Hint>]: ProviderConfig[K];
} & {
  readonly known_variables: readonly string[] | null;
  readonly read_ahead: boolean | null;
} & { readonly [K in DeclaredCount]: number | null };

type Known<T> = T extends Unknown ? never : T;

export type KnownSettings = {
  readonly [K in keyof Settings]: K extends "base_url" | "user_id" | "workspace_id"
    ? string
    : Known<Settings[K]>;
};

const REQUIRED: readonly Argument[] = ["base_url", "user_id", "workspace_id"];

/**
 * An argument has priority over its environment variable. The commands have no configuration, so they pass
 * `{}`. @throws DiagnosticError with a diagnostic for each wrong or missing value, without the value
 */
export function readSettings(
  config: Partial<ProviderConfig>,
  environment: NodeJS.ProcessEnv,
): { readonly settings: Settings; readonly warnings: readonly Diagnostic[] } {
  const settings: Record<string, Value> = {};
  const problems: Diagnostic[] = [];
  for (const argument of Object.keys(configurationAttributes) as Argument[]) {
    const { [argument]: given = null } = config;
    // A variable that was read from a file may end with a line break.
    const trimmed = typeof given === "string" ? given.trim() : given;
    settings[argument] = trimmed ?? fromEnvironment(argument, environment, problems);
  }
  for (const hint of HINTS) if (!isWhollyKnown(settings[hint]!)) settings[hint] = null;
  const missing = REQUIRED.filter((argument) => settings[argument] === null);
  if (missing.length > 0) problems.push(missingArguments(missing));
  if (problems.length > 0) throw new DiagnosticError(...problems);
  const read = settings as unknown as Settings;
  return { settings: read, warnings: exposedCredentials(read.base_url, environment) };
}

/** Throws an Error that lists each wrong or missing variable without its value. */
export function settingsFromEnvironment(environment: NodeJS.ProcessEnv) {
  try {
    const { settings, warnings } = readSettings({}, environment);
    return { settings: settings as KnownSettings, warnings };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const problems = error.diagnostics.map(({ summary, detail }) => `${summary}. ${detail}`);
    throw new Error(problems.join("\n"), { cause: error });
  }
}

function fromEnvironment(
  argument: Argument,
  environment: NodeJS.ProcessEnv,
  problems: Diagnostic[],
): string | number | boolean | readonly string[] | null {
  const variable = environmentVariable(argument);
  const text = environment[variable]?.trim() ?? "";
  if (text === "") return null;
  const { of, options } = configurationAttributes[argument];
  const { kind } = of.type;
  const value = parsed(kind, text);
  const expected = kind === "bool" ? "true or false" : "a number";
  const problem =
    value === undefined
      ? {
          summary: `${argument} is not ${expected}`,
          detail: `Set ${variable} to ${expected}, or leave it out for the default.`,
        }
      : (options.validate as Validator<unknown> | undefined)?.(value);
  if (problem !== undefined) {
    const { summary, detail } = problem;
    problems.push({ severity: "error", summary: `${summary} (from ${variable})`, detail });
  }
  return value ?? null;
}

function parsed(kind: Type["kind"], text: string): string | number | boolean | readonly string[] | undefined {
  if (kind === "list") return text.split(",").map((element) => element.trim());
  if (kind === "number") return Number.isNaN(Number(text)) ? undefined : Number(text);
  if (kind !== "bool") return text;
  const word = text.toLowerCase();
  return word === "true" ? true : word === "false" ? false : undefined;
}

function missingArguments(missing: readonly Argument[]): Diagnostic {
  const names = missing.map((argument) => `${argument} (${environmentVariable(argument)})`);
  return {
    severity: "error",
    summary: `The outreach provider needs ${missing.join(", ")}`,
    detail: `Not set: ${names.join(", ")}. Set each in the provider's configuration or, better for credentials, in the environment variable named beside it.`,
    ...(missing.length === 1 && { attribute: missing[0]! }),
  };
}

/** Terraform does not show Node's own warning, which goes to stderr. */
function exposedCredentials(
  baseUrl: string | Unknown | null,
  environment: NodeJS.ProcessEnv,
): readonly Diagnostic[] {
  if (baseUrl === null || isUnknown(baseUrl)) return [];
  const { secure, loopback, origin } = parseBaseUrl(baseUrl);
  const isUnchecked = environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0";
  if (loopback || (secure && !isUnchecked)) return [];
  const summary = secure
    ? "base_url sends the credentials to a server whose certificate is not checked"
    : "base_url sends the credentials over plain http";
  const detail = secure
    ? `NODE_TLS_REJECT_UNAUTHORIZED=0 is set, so a server that pretends to be ${origin} can read the user id and the workspace id. Remove that variable. If your own authority signs the server's certificate, set NODE_EXTRA_CA_CERTS to the file with the certificate of the authority.`
    : `Everyone between this machine and ${origin} can read the user id and the workspace id of every request. Use an https address.`;
  return [{ severity: "warning", summary, detail, attribute: "base_url" }];
}

/** Getters throw if their setting is unknown. */
export class ProviderSettings {
  readonly #unknown: readonly string[];
  #address: string | undefined;

  constructor(readonly given: Settings) {
    this.#unknown = Object.entries(given)
      // No request needs outside_edits, so a plan may go on while it is unknown.
      .filter(([argument, value]) => isUnknown(value) && argument !== "outside_edits")
      .map(([argument]) => argument);
  }

  get isKnown(): boolean {
    return this.#unknown.length === 0;
  }

  get known(): KnownSettings {
    if (this.isKnown) return this.given as KnownSettings;
    const variables = this.#unknown.map(environmentVariable).join(", ");
    throw DiagnosticError.of(
      `The outreach provider cannot reach the workspace: ${this.#unknown.join(", ")} not known yet`,
      "The value comes from a resource that this apply creates. " +
        `Apply that resource first (-target), or leave the argument out and set its environment variable (${variables}).`,
    );
  }

  get workspaceId(): string {
    return this.known.workspace_id;
  }

  /** The workspace id may be known although another setting is unknown. */
  get plannedWorkspaceId(): string | Unknown {
    return this.given.workspace_id as string | Unknown;
  }

  get address(): string {
    return (this.#address ??= addressOf(this.known.base_url));
  }

  get existingName(): ExistingNameMode {
    return (this.known.existing_name ?? "warn") as ExistingNameMode;
  }

  /** Returns "unknown" if only the apply computes the value. */
  get outsideEdits(): OutsideEditsMode | "unknown" {
    const { outside_edits: mode } = this.given;
    return mode !== null && isUnknown(mode) ? "unknown" : ((mode ?? "warn") as OutsideEditsMode);
  }

  get mayAdopt(): boolean {
    const mode = this.given.existing_name;
    return isUnknown(mode) || mode === "adopt";
  }

  get visibilityTimeoutMs(): number {
    return 1000 * (this.known.visibility_timeout ?? DEFAULT_VISIBILITY_TIMEOUT);
  }

  get knownVariables(): readonly string[] | undefined {
    return this.given.known_variables ?? undefined;
  }

  /** Returns 0 if prefetching is off. */
  declared(argument: DeclaredCount): number {
    const { [argument]: declared, read_ahead } = this.known;
    return read_ahead === false ? 0 : (declared ?? 0);
  }

  get requestLimits(): { readonly concurrent: number; readonly perSecond: number } {
    const { max_concurrent_requests: concurrent, requests_per_second: perSecond } = this.known;
    return { concurrent: concurrent ?? DEFAULT_CONCURRENT_REQUESTS, perSecond: perSecond ?? Infinity };
  }
}

/** Returns scheme, host, port and path of a base URL, without credentials. */
export function addressOf(baseUrl: string): string {
  const { origin, pathPrefix } = parseBaseUrl(baseUrl);
  return origin + pathPrefix;
}

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
  // Copying the whole event is faster than copying it without one field.
  const fields = { ...event, type: undefined };
  if (type === "retry" || type === "failed") log.warn(`Outreach API ${type}`, fields);
  else log.debug(`Outreach API ${type}`, fields);
}
