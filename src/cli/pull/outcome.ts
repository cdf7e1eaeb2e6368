import type { StateObject } from "../states/state-file";

/** The result of pull for one object. */
export interface Outcome {
  readonly state: StateObject;
  /**
   * `written`: the edit is in the file; `conflict`: the file has conflict markers; `reported`: a person has
   * to copy the edit; `error`: the file cannot be read.
   */
  readonly result: "written" | "conflict" | "reported" | "error";
  /** Relative to the project; undefined if no file is concerned. */
  readonly file?: string | undefined;
  /** Why it was not written, or what went wrong. */
  readonly reason?: string | undefined;
  /** The attribute with its text before and after; undefined if the configuration marks it as sensitive. */
  readonly change?:
    { readonly attribute: string; readonly before: string; readonly after: string } | undefined;
}
