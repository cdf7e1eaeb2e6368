import type { OutreachClient } from "../client";
import { DiagnosticError } from "../plugin/framework";
import { isUnknown, type Unknown } from "../plugin/values";
import { environmentVariable } from "./configuration";
import type { Settings } from "./settings";

/** What the provider's hooks are given: the configured workspace and the client that reaches it, made on first use. */
export class Workspace {
  readonly #settings: Settings;
  readonly #connect: (settings: KnownSettings) => OutreachClient;
  #client: OutreachClient | undefined;

  constructor(settings: Settings, connect: (settings: KnownSettings) => OutreachClient) {
    this.#settings = settings;
    this.#connect = connect;
  }

  /** The configured workspace id. Throws where it is not known yet, as at a plan that is to create what it depends on. */
  get id(): string {
    return known(this.#settings).workspace_id;
  }

  /** The client. Throws a DiagnosticError where a setting it needs is not known yet. */
  get client(): OutreachClient {
    this.#client ??= this.#connect(known(this.#settings));
    return this.#client;
  }

  /** The variables that prompts may use; undefined where that is not known. */
  get knownVariables(): readonly string[] | undefined {
    const { known_variables } = this.#settings;
    if (known_variables === null || isUnknown(known_variables)) return undefined;
    return known_variables.flatMap((variable) => variable ?? []);
  }

  async close(): Promise<void> {
    await this.#client?.close();
  }
}

type Known<T> = T extends Unknown ? never : T;

/** Settings whose every value is known, with the required ones present. */
export type KnownSettings = {
  readonly [K in keyof Settings]: K extends "base_url" | "user_id" | "workspace_id"
    ? string
    : Known<Settings[K]>;
};

function known(settings: Settings): KnownSettings {
  const unknown = Object.entries(settings)
    .filter(([, value]) => isUnknown(value))
    .map(([argument]) => argument);
  if (unknown.length > 0) {
    const variables = unknown.map(environmentVariable).join(", ");
    throw new DiagnosticError({
      severity: "error",
      summary: `The outreach provider cannot reach the workspace: ${unknown.join(", ")} not known yet`,
      detail:
        "The value depends on something that is created by this same apply. " +
        `Apply that first (-target), or leave the argument out and set its environment variable (${variables}).`,
    });
  }
  return settings as KnownSettings;
}
