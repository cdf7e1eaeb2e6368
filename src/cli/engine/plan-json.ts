import type { JsonValue } from "../shared/json";

/** The versions of the format that the review reads: in another one it could take a plan with deletes for one without changes. */
export const FORMAT = /^1\./;

/**
 * What the review reads of `terraform show -json PLAN` (format version 1.x), which OpenTofu prints alike. Everything may
 * be missing: older engines leave out what they do not know, and all of them leave out what is empty.
 */
export interface PlanJson {
  readonly format_version?: string;
  readonly terraform_version?: string;
  /** The plan failed, and what it holds is not complete. */
  readonly errored?: boolean;
  /** False where not everything that the configuration asks for is planned. Older engines and OpenTofu do not tell. */
  readonly complete?: boolean;
  /** Whether an apply would do anything, be it to the state alone. Older engines and OpenTofu do not tell. */
  readonly applyable?: boolean;
  /** There in every plan, which tells one from what `show -json` prints of a state. */
  readonly planned_values?: unknown;
  readonly resource_changes?: readonly PlannedResource[];
  readonly resource_drift?: readonly PlannedResource[];
  /** Calls of what a configuration declares as actions, since Terraform 1.14. */
  readonly action_invocations?: readonly { readonly address: string }[];
  /** What cannot be planned yet. */
  readonly deferred_changes?: readonly { readonly resource_change: PlannedResource }[];
  readonly output_changes?: Readonly<Record<string, PlannedChange>>;
  /** Of the root module, the sensitive ones as they are. */
  readonly variables?: Readonly<Record<string, { readonly value?: JsonValue }>>;
  /** What `check` blocks and conditions came to. */
  readonly checks?: readonly PlannedCheck[];
  readonly configuration?: {
    readonly root_module?: ConfiguredModule & {
      readonly variables?: Readonly<Record<string, { readonly sensitive?: boolean }>>;
    };
    /** By what `provider_config_key` of a resource names. */
    readonly provider_config?: Readonly<
      Record<
        string,
        { readonly expressions?: Readonly<Record<string, { readonly constant_value?: JsonValue }>> }
      >
    >;
  };
}

interface PlannedCheck {
  readonly address: { readonly kind: string };
  readonly instances?: readonly {
    readonly address: { readonly to_display: string };
    readonly problems?: readonly { readonly message: string }[];
  }[];
}

export interface PlannedResource {
  readonly address: string;
  readonly previous_address?: string;
  readonly module_address?: string;
  /** `managed`, `data`, or one that a newer engine may have. */
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  /** Set for an object that a replacement left behind. */
  readonly deposed?: string;
  readonly change: PlannedChange;
  /** Why this action; `replace_because_tainted` for example. */
  readonly action_reason?: string;
}

export interface PlannedChange {
  readonly actions: readonly string[];
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  /** True at each place that is known only after the apply. */
  readonly after_unknown?: JsonValue;
  /** True at each sensitive place. */
  readonly before_sensitive?: JsonValue;
  readonly after_sensitive?: JsonValue;
  readonly replace_paths?: readonly (readonly (string | number)[])[];
  readonly importing?: { readonly id?: string; readonly unknown?: boolean };
}

export interface ConfiguredModule {
  readonly resources?: readonly {
    readonly address: string;
    readonly provider_config_key?: string;
    readonly expressions?: Readonly<Record<string, JsonValue>>;
  }[];
  readonly module_calls?: Readonly<Record<string, { readonly module?: ConfiguredModule }>>;
}
