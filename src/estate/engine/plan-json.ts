import type { JsonValue } from "../../util/json";

/** In another format version, this package could overlook deletes. */
export const FORMAT = /^1\./;

/**
 * Output of `terraform show -json PLAN` and of OpenTofu (format version 1.x), as far as this package reads
 * it. All fields are optional: older engines lack some, and all engines omit empty lists.
 */
export interface PlanJson {
  readonly format_version?: string;
  readonly terraform_version?: string;
  readonly timestamp?: string;
  readonly errored?: boolean;
  /** Older versions of Terraform do not report this. */
  readonly complete?: boolean;
  /** True if an apply would change anything, even if only the state. */
  readonly applyable?: boolean;
  /** The output of `show -json` for a state lacks this member. */
  readonly planned_values?: unknown;
  readonly prior_state?: { readonly values?: { readonly root_module?: StateModule } };
  readonly resource_changes?: readonly PlannedResource[];
  readonly resource_drift?: readonly PlannedResource[];
  /** Reported since Terraform 1.14. */
  readonly action_invocations?: readonly { readonly address: string }[];
  readonly deferred_changes?: readonly { readonly resource_change: PlannedResource }[];
  readonly output_changes?: Keyed<PlannedChange>;
  /** Variables of the root module. Sensitive values are not redacted. */
  readonly variables?: Keyed<{ readonly value?: JsonValue }>;
  readonly checks?: readonly PlannedCheck[];
  readonly configuration?: {
    readonly root_module?: ConfiguredModule & {
      readonly variables?: Keyed<{ readonly sensitive?: boolean }>;
    };
    /** Provider configurations by the key that is the `provider_config_key` of their resources. */
    readonly provider_config?: Keyed<ConfiguredProvider>;
  };
}

export interface ConfiguredProvider {
  /** For example `registry.terraform.io/outreach/outreach`. */
  readonly full_name?: string;
  readonly alias?: string;
  /** Address of the module; absent in the root module. */
  readonly module_address?: string;
  readonly expressions?: Keyed<{ readonly constant_value?: JsonValue }>;
}

type Keyed<T> = Readonly<Record<string, T>>;

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
  /** `managed`, `data`, or a mode that a newer engine adds. */
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  /** Key of a deposed object; missing for the current object at the address. */
  readonly deposed?: string;
  readonly change: PlannedChange;
  readonly action_reason?: string;
}

export interface PlannedChange {
  readonly actions: readonly string[];
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  /** The structure of the value, with true for each part that is unknown until the apply. */
  readonly after_unknown?: JsonValue;
  /** The structure of the value, with true for each sensitive part. */
  readonly before_sensitive?: JsonValue;
  readonly after_sensitive?: JsonValue;
  readonly replace_paths?: readonly (readonly (string | number)[])[];
  readonly importing?: { readonly id?: string; readonly unknown?: boolean };
}

export interface StateModule {
  readonly resources?: readonly (Pick<PlannedResource, "address" | "mode" | "type" | "name"> & {
    readonly values?: JsonValue;
    readonly sensitive_values?: JsonValue;
    readonly deposed_key?: string;
  })[];
  readonly child_modules?: readonly StateModule[];
}

export interface ConfiguredModule {
  readonly resources?: readonly {
    readonly address: string;
    readonly mode?: string;
    readonly type?: string;
    readonly provider_config_key?: string;
    readonly expressions?: Keyed<JsonValue>;
    readonly count_expression?: { readonly constant_value?: JsonValue };
  }[];
  readonly module_calls?: Keyed<{ readonly module?: ConfiguredModule }>;
}
