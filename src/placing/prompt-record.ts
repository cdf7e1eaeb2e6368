/** The file that synth writes beside a stack. */
export const PROMPT_RECORD = "outreach-prompts.json";

/**
 * Says which prompt files the prompts of a stack come from. A prompt file may be written with the new prompt of
 * a snippet only if `files` names it for this snippet, and none of `files`, `shared` and `parts` of any stack names
 * it for something else.
 */
export interface PromptRecord {
  /**
   * The format. It changes if a member gets another meaning, so a reader must refuse a number that it does not
   * know. A member that is added does not change it.
   */
  readonly version: 1;
  /**
   * Maps the address of each resource whose prompt is exactly the content of one prompt file to the path of that
   * file, relative to the stack's folder. A prompt that an override sets is not among them.
   */
  readonly files: Readonly<Record<string, string>>;
  /**
   * Maps the address of each resource whose prompt is exactly the content of several prompt files to these files,
   * sorted: a text does not say which of them it comes from. Missing if there are none.
   */
  readonly shared?: Readonly<Record<string, readonly string[]>>;
  /**
   * Maps the address of each resource whose prompt contains a prompt file among other text, and the path of each
   * override of the stack that contains one (such as `locals.tone`), to these parts in the order of the text.
   * Missing if there are none. A prompt file whose text the program has changed is not recognised.
   */
  readonly parts?: Readonly<Record<string, readonly PromptPart[]>>;
}

/** The content of a prompt file within a longer text. White space at the content's ends may be missing. */
export interface PromptPart {
  /** Path of the prompt file, relative to the stack's folder. */
  readonly file: string;
  /** The line of the text on which the part begins, counted from 1. A reference counts as one line. */
  readonly line: number;
  /** The line of the file on which the part begins, counted from 1. */
  readonly fileLine: number;
  /** Number of lines of the part. Its first and last line may share a line of the text with other text. */
  readonly lines: number;
}
