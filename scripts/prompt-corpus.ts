import { checkPrompt, type PromptFinding } from "../src/prompt";

/**
 * A prompt with the warnings that are right for it, each as `code: text => suggestion`, once however often
 * the text stands there.
 */
export interface Labelled {
  readonly title: string;
  readonly prompt: string;
  readonly right: readonly string[];
}

/** Warnings about labelled prompts; what is drawn and what is right are counted once for each text. */
export interface Measured {
  readonly drawn: number;
  readonly right: number;
  /** Drawn and right. */
  readonly hits: number;
  /** Of those drawn, how many are right, and of those that are right, how many are drawn: 0 to 1. */
  readonly precision: number;
  readonly recall: number;
  /** `+` and what is drawn but not right, `-` and what is right but not drawn, each with the title. */
  readonly misses: readonly string[];
}

const TITLE = "=== ";
const RIGHT = "--- ";

/**
 * Whether a text is a corpus: prompts below `=== title`, each with lines `--- code: text => suggestion` at
 * its end.
 */
export const isCorpus = (text: string): boolean => text.startsWith(TITLE);

/** The prompts of a corpus. */
export function readCorpus(text: string): Labelled[] {
  return text
    .split(new RegExp(`^${TITLE}`, "m"))
    .slice(1)
    .map((section) => {
      const [title = "", ...lines] = section.trimEnd().split("\n");
      const isRight = (line: string) => line.startsWith(RIGHT);
      const right = lines
        .filter(isRight)
        .map((line) => line.slice(RIGHT.length).replace(/^empty: .*/, "$& => "));
      return { title, prompt: lines.filter((line) => !isRight(line)).join("\n"), right };
    });
}

/** What a finding is called in a corpus. */
export function labelOf({ kind, text, suggestion }: PromptFinding): string {
  return `${kind}: ${text} => ${suggestion ?? ""}`;
}

/** Compares what the checks draw with what is right. */
export function measure(corpus: readonly Labelled[]): Measured {
  let [drawn, right, hits] = [0, 0, 0];
  const misses: string[] = [];
  for (const one of corpus) {
    const found = new Set(checkPrompt(one.prompt).map(labelOf));
    const wanted = new Set(one.right);
    drawn += found.size;
    right += wanted.size;
    hits += [...found].filter((label) => wanted.has(label)).length;
    for (const label of found) if (!wanted.has(label)) misses.push(`+ ${label} (${one.title})`);
    for (const label of wanted) if (!found.has(label)) misses.push(`- ${label} (${one.title})`);
  }
  return { drawn, right, hits, precision: hits / drawn, recall: hits / right, misses };
}
