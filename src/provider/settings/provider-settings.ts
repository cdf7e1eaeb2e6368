import { DEFAULT_CONCURRENT_REQUESTS, parseBaseUrl } from "../../client";
import { DiagnosticError } from "../../sdk/framework";
import { isUnknown, type Unknown } from "../../sdk/values";
import {
  DEFAULT_VISIBILITY_TIMEOUT,
  environmentVariable,
  type ExistingNameMode,
  type OutsideEditsMode,
} from "./configuration";
import type { DeclaredCount, KnownSettings, Settings } from "./read-settings";

/** The settings of one run, as the provider uses them. A getter throws if its setting is unknown. */
export class ProviderSettings {
  readonly #settings: Settings;
  readonly #unknown: readonly string[];
  #address: string | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#unknown = Object.entries(settings)
      // No request needs outside_edits, so a plan can do without it.
      .filter(([argument, value]) => isUnknown(value) && argument !== "outside_edits")
      .map(([argument]) => argument);
  }

  /** False during a plan if the configuration refers to values that are unknown until the apply. */
  get isKnown(): boolean {
    return this.#unknown.length === 0;
  }

  /** All settings. Throws a DiagnosticError if a setting is unknown. */
  get known(): KnownSettings {
    if (this.isKnown) return this.#settings as KnownSettings;
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

  /** The workspace id of a planned create, even if another setting is unknown. It is never null. */
  get plannedWorkspaceId(): string | Unknown {
    return this.#settings.workspace_id as string | Unknown;
  }

  /** The address of the API: scheme, host, port and path, in their normal form. */
  get address(): string {
    return (this.#address ??= addressOf(this.known.base_url));
  }

  get existingName(): ExistingNameMode {
    return (this.known.existing_name ?? "warn") as ExistingNameMode;
  }

  /** "unknown" in a plan if only the apply knows the value. */
  get outsideEdits(): OutsideEditsMode | "unknown" {
    const { outside_edits: mode } = this.#settings;
    return mode !== null && isUnknown(mode) ? "unknown" : ((mode ?? "warn") as OutsideEditsMode);
  }

  /** False if no create can adopt an object. It is true while `existing_name` is unknown. */
  get mayAdopt(): boolean {
    const mode = this.#settings.existing_name;
    return isUnknown(mode) || mode === "adopt";
  }

  /** How long a write may take to become visible, in milliseconds. */
  get visibilityTimeoutMs(): number {
    return 1000 * (this.known.visibility_timeout ?? DEFAULT_VISIBILITY_TIMEOUT);
  }

  /** The variables that prompts may use; undefined if they are unknown. */
  get knownVariables(): readonly string[] | undefined {
    return this.#settings.known_variables ?? undefined;
  }

  /** How many objects of a kind the configuration declares; 0 if nothing is to be prefetched. */
  declared(argument: DeclaredCount): number {
    const { [argument]: declared, read_ahead } = this.known;
    return read_ahead === false ? 0 : (declared ?? 0);
  }

  /** Largest number of concurrent requests, and largest number of requests that start in a second. */
  get requestLimits(): { readonly concurrent: number; readonly perSecond: number } {
    const { max_concurrent_requests: concurrent, requests_per_second: perSecond } = this.known;
    return { concurrent: concurrent ?? DEFAULT_CONCURRENT_REQUESTS, perSecond: perSecond ?? Infinity };
  }
}

/** Returns the address of the API at a base URL, without credentials: scheme, host, port and path. */
export function addressOf(baseUrl: string): string {
  const { origin, pathPrefix } = parseBaseUrl(baseUrl);
  return origin + pathPrefix;
}
