/** The file that synth writes beside a stack. */
export const PROMPT_RECORD = "outreach-prompts.json";

/** Maps each snippet to the file that contains its prompt. */
export interface PromptRecord {
  readonly version: 1;
  /** Maps the address of each resource to the path of its prompt file, relative to the stack's folder. */
  readonly files: Readonly<Record<string, string>>;
}
