/** The file that synth writes beside a stack. */
export const PROMPT_RECORD = "outreach-prompts.json";

/** Which snippet's prompt is the content of which file. */
export interface PromptRecord {
  readonly version: 1;
  /** By the address of the resource, the path of the file relative to the stack's folder. */
  readonly files: Readonly<Record<string, string>>;
}
