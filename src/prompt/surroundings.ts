import { codeSpans, type CodeSpan } from "./markdown-code";
import { parsePrompt } from "./grammar";

/** A prompt, with facts about it that the rules need for several braces. Each is computed on first use. */
export class Surroundings {
  #spans: readonly CodeSpan[] | undefined;
  #variables: ReadonlySet<string> | undefined;

  constructor(readonly prompt: string) {}

  /** The identifiers of the prompt's placeholders. */
  get variables(): ReadonlySet<string> {
    return (this.#variables ??= new Set(parsePrompt(this.prompt).map(({ variable }) => variable)));
  }

  /** Returns the Markdown code that contains an offset; undefined if none does. */
  codeAt(offset: number): CodeSpan | undefined {
    const spans = (this.#spans ??= codeSpans(this.prompt));
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle]!.end <= offset) low = middle + 1;
      else high = middle;
    }
    const span = spans[low];
    return span !== undefined && span.start <= offset ? span : undefined;
  }
}
