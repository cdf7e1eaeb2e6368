import type { TextDiff } from "../../../render/diff/rows";
import type { Diagnostic } from "../../../estate/engine/diagnostics";
import type { JsonValue } from "../../../util/json";

/** The version of `Review`. An addition raises the second number. A breaking change raises the first. */
export const FORMAT_VERSION = "1.0";

/**
 * The review of all stacks, which `--format json` prints. docs/guides/review-json.md describes every member.
 * Secrets are redacted. All other texts are as in the plan, even hostile texts: each format escapes them.
 */
export interface Review {
  readonly formatVersion: typeof FORMAT_VERSION;
  readonly generatorVersion: string;
  /** The commit: 40 digits, and `-dirty` if tracked files are changed; null for plan files or without git. */
  readonly commit: string | null;
  readonly totals: Totals;
  readonly stacks: readonly StackReview[];
  /** All changes of all stacks, alike ones together, the most dangerous first. */
  readonly groups: readonly Group[];
  /** Changes that are about one object, or look like it. The second change of a pair is in no group. */
  readonly pairs: readonly Pair[];
  /** The diagnostics of all stacks, alike ones together, errors first. */
  readonly messageGroups: readonly MessageGroup[];
  /** The comparison with the review of the base branch; null without `--base`. */
  readonly base: BaseComparison | null;
  /** The changes that the approval does not cover, or covers without having shown them; null without `--approval`. */
  readonly approvalExceptions: readonly ApprovalException[] | null;
  /** Digests of the workspaces, which a later review compares with the same salt; null in formats other than JSON. */
  readonly workspaces: Workspaces | null;
}

export interface Workspaces {
  readonly salt: string;
  /** For each stack the workspaces of its objects, sorted; null if the plan does not make them certain. */
  readonly ofStacks: readonly (readonly string[] | null)[];
}

export interface MessageGroup {
  readonly diagnostics: readonly { readonly stack: number; readonly diagnostic: number }[];
}

/** Changes that are alike: the same edit of several objects, or a change that no other object has. */
export interface Group {
  readonly danger: Danger;
  /** By stack and address. */
  readonly objects: readonly ChangeIndex[];
  /** The lines that the change adds and removes in each object. */
  readonly lines: LineCount;
  /** The index of the larger group with which this one shares lines of its edit; null if there is none. */
  readonly resembles: number | null;
}

/**
 * Two changes that are shown as one entry. `id`: an import and the forget of the object, which moves it. `name`,
 * `prompt`: a delete and a create of the same text, which look like a rename.
 */
export interface Pair {
  readonly first: ChangeIndex;
  readonly second: ChangeIndex;
  readonly by: "id" | "name" | "prompt";
}

/** `stack` is an index in `stacks` of the review, `change` an index in `changes` of that stack. */
export interface ChangeIndex {
  readonly stack: number;
  readonly change: number;
}

/**
 * A change that readers did not see whole. `not shown`: each document of the review leaves out a part of it. `sensitive`:
 * no document shows its text.
 */
export interface ApprovalException extends ChangeIndex {
  readonly why: "not shown" | "sensitive";
  /** Whether the approval covers it all the same, as with `--approve-sensitive`. */
  readonly approved: boolean;
}

export interface LineCount {
  readonly added: number;
  readonly removed: number;
}

/** Numbers of changes and diagnostics. An imported, moved or drifted object also counts under its action. */
export type Totals = Readonly<
  Record<Exclude<Action, "none"> | "import" | "move" | "drift" | "output" | "warning" | "error", number>
>;

export interface StackReview {
  readonly name: string;
  /** False if the plan failed, or if the saved plan is of a failed run. The lists are then incomplete. */
  readonly planned: boolean;
  /** The objects that a failed plan does not cover, by address; null if it failed before it had any object. */
  readonly notReviewed: readonly ObjectIdentity[] | null;
  /** False for a saved plan, which lacks most engine warnings. The review then checks prompts itself. */
  readonly hasEngineWarnings: boolean;
  /** True if an apply changes only the state, as after `-refresh-only`. Only newer Terraform reports it. */
  readonly onlyUpdatesState: boolean;
  /** Number of planned operations that the lists below do not show; a warning names each. */
  readonly notShown: number;
  /** How many of the operations in `notShown` delete an object, now or in a later plan. */
  readonly deletesNotShown: number;
  /** The program that planned, such as `terraform`; null for a saved plan, and without a plan. */
  readonly engine: string | null;
  readonly engineVersion: string | null;
  readonly plannedAt: string | null;
  readonly totals: Totals;
  /** All planned changes, in this order: delete, replace, forget, update, create, none; then by address. */
  readonly changes: readonly ObjectChange[];
  /** Changes outside of Terraform since the last apply, by address, also those that the plan undoes. */
  readonly drift: readonly ObjectDrift[];
  readonly outputs: readonly OutputChange[];
  /** All errors, then the warnings that are about none of the objects above; both sorted by address. */
  readonly diagnostics: readonly Diagnostic[];
  /** The warnings that snippets acknowledge, by address. No other list contains them, and no number counts them. */
  readonly acknowledged: readonly AcknowledgedWarning[];
}

/** A warning about a snippet that an entry of its `acknowledged_warnings` declares as intended. */
export interface AcknowledgedWarning extends Diagnostic {
  readonly reason: string;
}

/** The actions in the order of display. `none`: the object is only imported or moved. */
export const ACTIONS_IN_ORDER = ["delete", "replace", "forget", "update", "create", "none"] as const;
export type Action = (typeof ACTIONS_IN_ORDER)[number];

export interface ObjectIdentity {
  /** Such as `module.x.outreach_snippet.opener["eu"]`. */
  readonly address: string;
  readonly type: string;
  /** The name, or the old name of a renamed object; null without a name, and if it is unknown or sensitive. */
  readonly name: string | null;
  /** The id at the server; null before the create, and if it is sensitive. */
  readonly id: string | null;
}

export interface ObjectChange extends ObjectIdentity {
  readonly action: Action;
  /** For `update`: whether it sends nothing to the server, because only arguments change that the API does not have. */
  readonly onlyUpdatesState: boolean;
  /** For `replace`: whether the new object is created before the old one is deleted. */
  readonly createsBeforeDestroy: boolean;
  /** For `replace`: whether the old object only leaves the state and stays at the server. */
  readonly forgetsOld: boolean;
  /** Why this change is planned, and how the object drifted; null if the changed attributes show why. */
  readonly reason: string | null;
  readonly undoesDrift: boolean;
  /** When the object was last updated at the server (ISO 8601); null if the plan does not show it. */
  readonly updatedAt: string | null;
  /**
   * The edit made outside of Terraform that the change overwrites or deletes: its attributes as in the prior state
   * and as edited. Null without such an edit. Empty if an earlier refresh has stored the edit in the state.
   */
  readonly lostEdit: readonly AttributeChange[] | null;
  /** Paths of the attributes whose change forces the replacement, such as `region`. */
  readonly forcedBy: readonly string[];
  /** The id to import; null without an import, and empty if the id is unknown yet or sensitive. */
  readonly importId: string | null;
  /** Whether the planned create adopts an existing object (`existing_name = "adopt"`). */
  readonly adopts: boolean;
  readonly previousAddress: string | null;
  /** Changed attributes; forcing ones come first. For a delete: those that users set, as the refresh found them. */
  readonly attributes: readonly AttributeChange[];
  /** Sorted names of attributes. */
  readonly knownAfterApply: readonly string[];
  /** Placeholders that the prompt gains or loses; null without two known prompts to compare. */
  readonly variables: VariableChange | null;
  /** Number of mailboxes linked to a deleted cluster; null for any other change, and if unknown. */
  readonly associatedCount: number | null;
  readonly warnings: readonly Diagnostic[];
  /** Whether this branch adds the change; null without `--base`. */
  readonly origin: Origin | null;
  /** Where the change stands in the code; null if that is not known, as for a saved plan and a deleted object. */
  readonly source: Source | null;
}

export interface Source {
  /**
   * The prompt file with the first changed line, or the file in HCL that declares the resource: its path from the
   * working directory, with `/`. Null if the change is in the code of a construct.
   */
  readonly file: string | null;
  /** The line in the file, counted from 1; null without a file. */
  readonly line: number | null;
  /** Such as `outbound/opener`; null in plain HCL. */
  readonly constructPath: string | null;
  /** The address of the line at GitHub or GitLab; null if their variables do not name the repository. */
  readonly url: string | null;
}

export interface ObjectDrift extends ObjectIdentity {
  /** `delete` if the object was not found at the server. */
  readonly action: "update" | "delete";
  /** Whether the planned change only undoes the drift: formats for people then show only the change. */
  readonly undone: boolean;
  /** Names of the attributes of which the code has the edit: the planned text keeps it beside another change. */
  readonly kept: readonly string[];
  /** Attributes that the configuration sets: their values in the prior state and after the refresh. */
  readonly attributes: readonly AttributeChange[];
  readonly variables: VariableChange | null;
}

export interface OutputChange {
  readonly name: string;
  readonly action: "create" | "update" | "delete";
  readonly attributes: readonly AttributeChange[];
}

export interface VariableChange {
  /** Identifiers without braces, sorted. */
  readonly appear: readonly string[];
  readonly vanish: readonly string[];
}

/** The change of one attribute, or of a part of it. */
export interface AttributeChange {
  /** Such as `prompt`, `tags.team` or `rule[0].port`. The empty string for the whole value of an output. */
  readonly path: string;
  readonly before: Value;
  readonly after: Value;
  readonly forcesReplace: boolean;
  /** The diff by lines, for long texts and JSON; null if the two values side by side are easier to read. */
  readonly diff: TextDiff | null;
}

/** A value without secrets. Sensitive and unknown parts within `value` are redacted by words in parentheses. */
export type Value =
  | { readonly kind: "value"; readonly value: JsonValue }
  /** Null or missing. */
  | { readonly kind: "absent" }
  | { readonly kind: "unknown" }
  | { readonly kind: "sensitive" };

/**
 * Where a change comes from, compared with the review of the base branch, in the order of display.
 *
 * - `branch`: this branch adds it, or changes what was planned at this address.
 * - `unknown`: it could not be compared.
 * - `base`: the base plans the same change: it was pending before this branch.
 */
export const ORIGINS = ["branch", "unknown", "base"] as const;
export type Origin = (typeof ORIGINS)[number];

/** The comparison with the review of the base branch. */
export interface BaseComparison {
  /** The name of the base branch; null if the environment does not name it. */
  readonly name: string | null;
  /** The commit of the base's review; null if that review does not know it. */
  readonly commit: string | null;
  readonly counts: Readonly<Record<Origin, number>>;
  /** Changes that the base plans, and that are not planned any more, by stack and address. */
  readonly gone: readonly GoneChange[];
  /** Why changes of a stack are not compared. */
  readonly problems: readonly BaseProblem[];
}

export interface GoneChange extends Pick<ObjectChange, "address" | "type" | "name" | "action"> {
  readonly stack: string;
  /**
   * `taken-back`: the code wants the earlier content again. `applied`: the object already is as the base plans it.
   * `unknown`: the plan does not show which of the two it is.
   */
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

/** What makes a reader look at changes, the most dangerous first. Every format shows changes in this order. */
export const DANGERS = [
  "delete", // objects are deleted at the server
  "overwrite", // content that was edited outside of Terraform is overwritten
  "replace", // objects are replaced
  "forget", // objects leave the state and stay at the server
  "variables", // prompts lose placeholders
  "warning", // warnings are about the changes
  "outlier", // the edit shares lines with the edit of more objects, and is not the same
  "single", // no other object changes in the same way
  "group", // several objects change in the same way
  "kept", // objects are only imported or moved
] as const;
export type Danger = (typeof DANGERS)[number];

/** Dangers that come first, also if the change was pending before this branch: the next apply does it. */
export const LOUD: ReadonlySet<Danger> = new Set(["delete", "overwrite", "replace"]);

/** Dangers that a long review folds. */
export const HARMLESS: ReadonlySet<Danger> = new Set(["single", "group", "kept"]);
