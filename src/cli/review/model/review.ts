import type { TextDiff } from "../../diff/rows";
import type { Diagnostic } from "../../engine/diagnostics";
import type { JsonValue } from "../../shared/json";

/**
 * The review of planned changes: what `cdktf-outreach review --format json` prints, and what every other format is
 * written from. Additions raise the second number of the version; anything that a reader would trip over, the first.
 *
 * Secrets never enter it: what Terraform calls sensitive is masked when the review is made, not when it is written.
 * Every other text is as it stands in the plan, hostile or not; who writes a format escapes it for that format.
 */
export const FORMAT_VERSION = "1.0";

export interface Review {
  readonly formatVersion: typeof FORMAT_VERSION;
  /** Version of cdktf-outreach that made the review. */
  readonly generatorVersion: string;
  /** The sum over all stacks. */
  readonly totals: Totals;
  /** Sorted by name. */
  readonly stacks: readonly StackReview[];
}

/** How many. An object counts once among the actions; an import, a move and a drift count beside its action. */
export interface Totals {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
  /** Leaves the state and stays at the server (a `removed` block). */
  readonly forget: number;
  readonly import: number;
  readonly move: number;
  /** Objects that were changed or deleted outside of Terraform. */
  readonly drift: number;
  /** Outputs of the stack that change. */
  readonly output: number;
  readonly warning: number;
  readonly error: number;
}

export interface StackReview {
  readonly name: string;
  /** False where the plan failed, or a plan file is that of a failed plan: then the lists are not complete. */
  readonly planned: boolean;
  /**
   * False where a plan was read that had been made before: plans do not hold what the engine warned of, but for checks that
   * failed. The warnings about prompts are there all the same, because the review checks those itself.
   */
  readonly hasEngineWarnings: boolean;
  /** True where an apply would change nothing but the state, as after `-refresh-only`. Older engines and OpenTofu do not tell. */
  readonly onlyUpdatesState: boolean;
  /** How much the plan holds that the lists below have no place for; warnings name it. */
  readonly notShown: number;
  /** Such as `1.11.4`; null where nothing was planned. */
  readonly engineVersion: string | null;
  readonly totals: Totals;
  /** Everything to be done, most dangerous first: delete, replace, forget, update, create, none; then by address. */
  readonly changes: readonly ObjectChange[];
  /** What changed outside of Terraform since the last apply, by address. */
  readonly drift: readonly ObjectDrift[];
  /** By name. */
  readonly outputs: readonly OutputChange[];
  /** Errors, then those warnings that belong to none of the objects above; each by address. */
  readonly diagnostics: readonly Diagnostic[];
}

/** `none` is an object that is only imported or moved. */
export type Action = "delete" | "replace" | "forget" | "update" | "create" | "none";

/** What identifies an object. */
export interface ObjectIdentity {
  /** `module.x.outreach_snippet.opener["eu"]` */
  readonly address: string;
  /** The resource type, such as `outreach_snippet`. */
  readonly type: string;
  /** The name at the server; null where it has none, is not known yet or is sensitive. A renamed object's old name. */
  readonly name: string | null;
  /** The id at the server; null before it is created, or where it is sensitive. */
  readonly id: string | null;
}

export interface ObjectChange extends ObjectIdentity {
  readonly action: Action;
  /** For `replace`: whether the new object is there before the old one goes. */
  readonly createsBeforeDestroy: boolean;
  /** For `replace`: whether the old object is not destroyed, but leaves the state and stays at the server. */
  readonly forgetsOld: boolean;
  /** Why this is planned, and whether it was changed outside of Terraform; null where the changed attributes say it all. */
  readonly reason: string | null;
  /** Paths of the attributes whose change forces the replacement, such as `region`. */
  readonly forcedBy: readonly string[];
  /** The id that is imported; null where nothing is. An empty text where the id is not known yet or is sensitive. */
  readonly importId: string | null;
  /** Whether what is planned as a create takes over an object that exists (`existing_name = "adopt"`). */
  readonly takesOver: boolean;
  /** The address it had before; null where it did not move. */
  readonly previousAddress: string | null;
  /**
   * Changed attributes only; for a new object those that are set. Those that force a replacement first, then by path. What
   * an object that goes holds is what was found at the server, not what Terraform last knew.
   */
  readonly attributes: readonly AttributeChange[];
  /** Names of the attributes that the provider will fill in at apply. Sorted. */
  readonly knownAfterApply: readonly string[];
  /** Placeholders of the prompt that appear or vanish; null where there is no prompt to compare, or one side is not known. */
  readonly variables: VariableChange | null;
  /**
   * How many mailboxes and other resources are linked to a cluster that goes, as last read; null where it stays, and
   * where that is not known.
   */
  readonly associatedCount: number | null;
  /** Warnings about this object. */
  readonly warnings: readonly Diagnostic[];
}

export interface ObjectDrift extends ObjectIdentity {
  /** `delete` where the object is gone at the server. */
  readonly action: "update" | "delete";
  /** From what Terraform last knew (before) to what it found (after). Only what the configuration sets. */
  readonly attributes: readonly AttributeChange[];
  readonly variables: VariableChange | null;
}

export interface OutputChange {
  readonly name: string;
  readonly action: "create" | "update" | "delete";
  readonly attributes: readonly AttributeChange[];
}

export interface VariableChange {
  /** Identifiers without braces, each sorted. */
  readonly appear: readonly string[];
  readonly vanish: readonly string[];
}

export interface AttributeChange {
  /** Such as `prompt`, `tags.team` or `rule[0].port`. The empty text for an output's whole value. */
  readonly path: string;
  readonly before: Value;
  readonly after: Value;
  readonly forcesReplace: boolean;
  /** Line by line, for longer texts and for JSON; null where the two values side by side say it better. */
  readonly diff: TextDiff | null;
}

/** A value as a reviewer may see it. Sensitive and unknown parts inside of `value` are masked by a text in parentheses. */
export type Value =
  | { readonly kind: "value"; readonly value: JsonValue }
  /** Null or not there. */
  | { readonly kind: "absent" }
  /** Known only after the apply. */
  | { readonly kind: "unknown" }
  | { readonly kind: "sensitive" };
