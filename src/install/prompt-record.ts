/** What synth leaves beside a stack: which snippet's prompt is exactly the content of which file. */
export const PROMPT_RECORD = "outreach-prompts.json";

export interface PromptRecord {
  readonly version: 1;
  /** By the address of the resource, the path of the file relative to the stack's folder. */
  readonly files: Readonly<Record<string, string>>;
}
