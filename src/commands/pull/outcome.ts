import type { StateObject } from "../../estate/states/state-file";

/** The result of pull for one attribute of an object. */
export interface PullOutcome {
  readonly state: StateObject;
  /**
   * `written`: the edit is in the file; `conflict`: the file has conflict markers; `kept`: an earlier pull brought
   * the edit, and a person has changed the file since; `reported`: a person has to act; `error`: pull could not
   * compare the object, or not write its file.
   */
  readonly result: "written" | "conflict" | "kept" | "reported" | "error";
  /** The prompt file, relative to the project; undefined if the edit concerns no file. */
  readonly file?: string | undefined;
  /** Why the edit was not written, or what went wrong. */
  readonly reason?: string | undefined;
  /** The attribute with its text before and after; undefined if the configuration marks it as sensitive. */
  readonly change?: Readonly<Record<"attribute" | "before" | "after", string>> | undefined;
  /** The other stacks that use a written file. Their prompts are of other workspaces. */
  readonly sharedWith?: readonly string[];
}

/** A file to write, with its bytes when the decision was made. */
export interface PromptWrite {
  readonly file: string;
  readonly expected: Buffer;
  readonly contents: string;
}

/** An outcome, and the file to write for it. Files are written after the decisions about all objects. */
export interface Decision {
  readonly outcome: PullOutcome;
  readonly write?: PromptWrite;
  /** The prompt at the server that the file then has seen, to be recorded. */
  readonly pulled?: string;
}
