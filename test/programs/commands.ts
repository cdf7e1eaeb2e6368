import type { Kind } from "../../src/api";
import type { Dialect, FaultRule } from "../../src/simulator";
import type { Choice } from "./program";

/**
 * Random programs for the commands `check`, `pull`, `export`, `export --settle` and `export --adopt`: what a person does to a
 * project, what others do to the workspace, and what goes wrong meanwhile. The driver is test/commands/programs.
 */
export interface CommandProgram {
  /** `cdktf` has the stacks of STACKS, as synth writes them. `hcl` is one folder with `.tf` files. */
  readonly form: "cdktf" | "hcl";
  readonly dialect: Partial<Dialect>;
  readonly steps: readonly CommandStep[];
}

/** The places of states. The last one is a file that only `--state` names. */
export const STACKS = ["one", "two", "extra"] as const;

/** A new object, with its resource if it is managed. */
export interface NewObject {
  readonly kind: Kind;
  readonly name: string;
  /** True for an object of another workspace. */
  readonly isElsewhere: boolean;
}

/** What the state and the code say of an object that is applied. */
export interface Applied extends NewObject {
  readonly do: "apply";
  /** The index in STACKS; the form `hcl` has only the first and the last. */
  readonly stack: number;
  /** Whether the prompt is the content of one file, and otherwise composed in code. */
  readonly hasFile: boolean;
  /** How many instances the resource has: 2 means `for_each`, and each instance is an object. */
  readonly instances: 1 | 2;
  readonly mark: "plain" | "tainted" | "deposed" | "no dates" | "seen elsewhere" | "no workspace";
}

/** What a person does to the code, the files and the states. */
export type PersonsChange =
  | Applied
  /** Applies another prompt or description of a resource. */
  | { readonly do: "apply again"; readonly who: Choice; readonly slot: number }
  /** Adds the object to a second state. */
  | { readonly do: "share object"; readonly who: Choice; readonly stack: number }
  /** A second prompt uses a prompt file: all of it, or among other text. */
  | { readonly do: "share file"; readonly who: Choice; readonly isPart: boolean }
  /** Renames a resource in the code, with a `moved` block, before any apply. */
  | { readonly do: "move"; readonly who: Choice }
  /** Removes a resource from the code, before any apply. */
  | { readonly do: "undeclare"; readonly who: Choice }
  /** Copies the name and the text at the server into the code. */
  | { readonly do: "copy"; readonly who: Choice }
  | { readonly do: "lose state"; readonly stack: number }
  /** Applies the exported code: a state holds the objects that it imports. */
  | { readonly do: "deploy export" }
  /** Applies the imports that an `export --adopt` and the person have written. */
  | { readonly do: "deploy adoption"; readonly stack: number }
  | Edit;

/** What a person saves at any moment, even while a command runs. */
export type Edit =
  /** `isSame` makes the edit that the server has already, if it has one. */
  | { readonly do: "edit prompt"; readonly who: Choice; readonly slot: number; readonly isSame: boolean }
  | { readonly do: "append"; readonly who: Choice }
  | {
      readonly do: "reencode";
      readonly who: Choice;
      readonly as: "crlf" | "one crlf" | "bom" | "no end" | "not UTF-8";
    }
  /** Resolves the conflicts of a prompt file, by one of its sides or by a third text. */
  | { readonly do: "resolve"; readonly who: Choice; readonly by: "file" | "Outreach" | "third" }
  /** Puts the applied line back, also in place of a line that pull has brought. */
  | { readonly do: "take back"; readonly who: Choice; readonly slot: number }
  | { readonly do: "delete prompt"; readonly who: Choice }
  | { readonly do: "edit data"; readonly who: Choice; readonly what: "name" | "owner" | "remove" | "settled" }
  | { readonly do: "edit code" }
  /** Adds to the file of `export --adopt`, or changes what is there. */
  | { readonly do: "edit adoption"; readonly who: Choice; readonly what: "import" | "id" | "block" }
  | { readonly do: "edit notes" }
  /** Edits every prompt file, the data file and the code at once, as a replacement in all files does. */
  | { readonly do: "edit all"; readonly slot: number };

/**
 * Another export takes the lock, and then waits for the command. Meanwhile the command may write nothing. As
 * soon as the command waits or has ended, the other export edits a row of the data file and ends.
 */
export interface OtherExport {
  readonly do: "other export";
  readonly who: Choice;
}

/** What others do to the workspace. `who` chooses among the objects of any workspace. */
export type OthersChange =
  | ({ readonly do: "create" } & NewObject)
  | { readonly do: "edit"; readonly who: Choice; readonly slot: number }
  /** Brings the text back that the object had before its last edit. */
  | { readonly do: "undo"; readonly who: Choice }
  | { readonly do: "rename"; readonly who: Choice; readonly name: string }
  | { readonly do: "delete"; readonly who: Choice }
  /** From then on the id belongs to another object. */
  | { readonly do: "recreate"; readonly who: Choice };

export type Change = PersonsChange | OthersChange;

/** What a list says although it is not so. */
export type Lie =
  | { readonly do: "omit"; readonly who: Choice }
  | { readonly do: "empty"; readonly kind: Kind }
  /** Reads are so many writes of the workspace behind, `times` times. */
  | { readonly do: "lag"; readonly writes: number; readonly times: number };

/**
 * A moment in a run, counted from 1: when a request begins, when the command uses a file of the project, or
 * when it begins to write one.
 */
export interface Moment {
  readonly at: "request" | "file" | "write";
  readonly nth: number;
}

export interface Run {
  readonly command: "check" | "pull" | "export" | "settle" | "adopt";
  readonly isDry: boolean;
  readonly isJson: boolean;
  readonly kind: Kind | null;
  readonly match: string | null;
  readonly exclude: string | null;
  /** Whether `--state` names the last state of STACKS. `pull` has no such option. */
  readonly hasExtra: boolean;
  /** Whether the other workspace is configured. */
  readonly isElsewhere: boolean;
}

/** `interrupt` is Ctrl-C; `kill` ends the process: nothing is written from then on. */
export type CommandEnding =
  | { readonly do: "finish" }
  | { readonly do: "interrupt"; readonly moment: Moment }
  | { readonly do: "kill"; readonly moment: Moment };

/** One run of a command, and all that happens before and meanwhile. */
export interface CommandStep {
  readonly before: readonly Change[];
  readonly run: Run;
  readonly faults: readonly FaultRule[];
  readonly lies: readonly Lie[];
  readonly during: readonly { readonly moment: Moment; readonly change: Edit | OthersChange | OtherExport }[];
  readonly ending: CommandEnding;
  /** What a person saves before the same command runs again. */
  readonly between: readonly Edit[];
}
