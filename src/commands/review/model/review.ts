import type { TextDiff } from "../../../render/diff/rows";
import type { Diagnostic } from "../../../estate/engine/diagnostics";
import type { Sample } from "../../../prompts";
import type { JsonValue } from "../../../util/json";

/** Version of `Review`. Additions raise the second number, breaking changes the first. */
export const FORMAT_VERSION = "1.0";

/**
 * The review of all stacks, which `--format json` prints. Secrets are redacted. All other texts are as in the
 * plan and may be hostile, so each format escapes them.
 */
export interface Review {
  readonly formatVersion: typeof FORMAT_VERSION;
  readonly generatorVersion: string;
  readonly commit: string | null;
  readonly totals: Totals;
  readonly stacks: readonly StackReview[];
  readonly groups: readonly Group[];
  readonly pairs: readonly Pair[];
  readonly messageGroups: readonly {
    readonly diagnostics: readonly { readonly stack: number; readonly diagnostic: number }[];
  }[];
  readonly base: BaseComparison | null;
  readonly approvalExceptions: readonly ApprovalException[] | null;
  /** The findings of `--findings`; null without the option. */
  readonly findings: readonly Finding[] | null;
  readonly workspaces: {
    readonly salt: string;
    readonly ofStacks: readonly (readonly string[] | null)[];
  } | null;
  readonly samples: readonly Sample[];
}

/**
 * Changes that are alike: the same edit of several objects. A change that resembles no other is a group, too.
 */
export interface Group {
  readonly danger: Danger;
  readonly objects: readonly ChangeIndex[];
  readonly lines: { readonly added: number; readonly removed: number };
  readonly resembles: number | null;
}

/** Two changes shown as one entry: a move (`id`), or what looks like a rename (`name`, `prompt`). */
export interface Pair {
  readonly first: ChangeIndex;
  readonly second: ChangeIndex;
  readonly by: "id" | "name" | "prompt";
}

/** `stack` is an index of the review's `stacks`, and `change` an index of that stack's `changes`. */
export interface ChangeIndex {
  readonly stack: number;
  readonly change: number;
}

export interface ApprovalException extends ChangeIndex {
  readonly why: "not shown" | "sensitive";
  readonly approved: boolean;
}

export const FINDING_LEVELS = ["error", "warning", "note"] as const;

/** What another program has found. Its texts come from a file, and may be hostile. */
export interface Finding {
  readonly tool: string | null;
  readonly level: (typeof FINDING_LEVELS)[number];
  readonly message: string;
  readonly stack: string | null;
  readonly address: string | null;
  readonly file: string | null;
  readonly line: number | null;
}

export type Totals = Readonly<
  Record<Exclude<Action, "none"> | "import" | "move" | "drift" | "output" | "warning" | "error", number>
>;

export interface StackReview {
  readonly name: string;
  readonly planned: boolean;
  /** Objects that a failed plan lacks; null if the plan failed before it contained any object. */
  readonly notReviewed: readonly ObjectIdentity[] | null;
  readonly hasEngineWarnings: boolean;
  readonly onlyUpdatesState: boolean;
  readonly notShown: number;
  readonly deletesNotShown: number;
  readonly engine: string | null;
  readonly engineVersion: string | null;
  readonly plannedAt: string | null;
  readonly totals: Totals;
  readonly changes: readonly ObjectChange[];
  readonly drift: readonly ObjectDrift[];
  readonly outputs: readonly OutputChange[];
  readonly diagnostics: readonly Diagnostic[];
  readonly acknowledged: readonly AcknowledgedWarning[];
}

export interface AcknowledgedWarning extends Diagnostic {
  readonly reason: string;
}

/** The actions in the order of display. `none`: the object is only imported or moved. */
export const ACTIONS_IN_ORDER = ["delete", "replace", "forget", "update", "create", "none"] as const;
export type Action = (typeof ACTIONS_IN_ORDER)[number];

export interface ObjectIdentity {
  readonly address: string;
  readonly type: string;
  /** `name` and `id` are null if missing, unknown or sensitive. */
  readonly name: string | null;
  readonly id: string | null;
}

export interface ObjectChange extends ObjectIdentity {
  readonly action: Action;
  readonly onlyUpdatesState: boolean;
  readonly createsBeforeDestroy: boolean;
  readonly forgetsOld: boolean;
  readonly reason: string | null;
  readonly undoesDrift: boolean;
  readonly updatedAt: string | null;
  /** The lost edit; null if no edit is lost; empty if an earlier refresh stored the edit in the state. */
  readonly lostEdit: readonly AttributeChange[] | null;
  readonly forcedBy: readonly string[];
  /** The id to import; null without an import; empty if the id is unknown or sensitive. */
  readonly importId: string | null;
  readonly adopts: boolean;
  readonly previousAddress: string | null;
  readonly attributes: readonly AttributeChange[];
  readonly knownAfterApply: readonly string[];
  readonly variables: VariableChange | null;
  readonly associatedCount: number | null;
  readonly warnings: readonly Diagnostic[];
  readonly origin: Origin | null;
  readonly source: Source | null;
  readonly preview: Preview | null;
  /** Indexes of the review's `findings`. */
  readonly findings: readonly number[];
}

/** A changed prompt, filled with one sample. `before` is null for a new object. */
export interface Preview {
  readonly sample: string;
  /** The variables of both prompts. */
  readonly variables: readonly string[];
  readonly before: string | null;
  readonly after: string;
  /** The new prompt, filled with the sample without one of its variables; null if it has none of the prompt's. */
  readonly without: { readonly variable: string; readonly after: string } | null;
}

export interface Source {
  readonly file: string | null;
  readonly line: number | null;
  readonly constructPath: string | null;
  readonly url: string | null;
}

export interface ObjectDrift extends ObjectIdentity {
  readonly action: "update" | "delete";
  readonly undone: boolean;
  readonly kept: readonly string[];
  readonly attributes: readonly AttributeChange[];
  readonly variables: VariableChange | null;
}

export interface OutputChange {
  readonly name: string;
  readonly action: "create" | "update" | "delete";
  readonly attributes: readonly AttributeChange[];
}

export interface VariableChange {
  readonly appear: readonly string[];
  readonly vanish: readonly string[];
}

export interface AttributeChange {
  readonly path: string;
  readonly before: Value;
  readonly after: Value;
  readonly forcesReplace: boolean;
  readonly diff: TextDiff | null;
}

/**
 * A value without secrets. In `value`, words in parentheses, such as `(sensitive)`, replace sensitive and
 * unknown parts.
 */
export type Value =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "absent" | "unknown" | "sensitive" };

/** Who plans a change, in the order of display: only this branch, or the base as well. */
export const ORIGINS = ["branch", "unknown", "base"] as const;
export type Origin = (typeof ORIGINS)[number];

export interface BaseComparison {
  readonly name: string | null;
  readonly commit: string | null;
  readonly counts: Readonly<Record<Origin, number>>;
  readonly gone: readonly GoneChange[];
  readonly problems: readonly BaseProblem[];
}

export interface GoneChange extends Pick<ObjectChange, "address" | "type" | "name" | "action"> {
  readonly stack: string;
  readonly why: "taken-back" | "applied" | "unknown";
}

export interface BaseProblem {
  readonly stack: string;
  readonly why:
    | "not in base"
    | "only in base"
    | "failed here"
    | "failed in base"
    | "another workspace"
    | "workspace not certain"
    | "several of this name"
    | "sensitive";
}

/**
 * Why readers should look at changes, the most dangerous reason first. All formats show changes in this
 * order.
 */
export const DANGERS = [
  "delete", // objects are deleted at the server
  "overwrite", // content that was edited outside of Terraform is overwritten
  "replace", // objects are replaced
  "forget", // objects leave the state and stay at the server
  "variables", // prompts lose placeholders
  "warning", // warnings are about the changes
  "outlier", // the edit resembles the edit of more objects, but is not the same
  "single", // no other object changes in the same way
  "group", // several objects change in the same way
  "kept", // objects are only imported or moved
] as const;
export type Danger = (typeof DANGERS)[number];

/**
 * The next apply makes these changes in any case, so they come first even if the base plans the same changes.
 */
export const LOUD: ReadonlySet<Danger> = new Set(["delete", "overwrite", "replace"]);

/** A long review folds these changes. */
export const HARMLESS: ReadonlySet<Danger> = new Set(["single", "group", "kept"]);
