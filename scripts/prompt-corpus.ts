import { checkPrompt, type PromptFinding } from "../src/prompts";

/**
 * A prompt with its correct warnings, each as `code: text => suggestion`. A text that occurs several times
 * has one warning.
 */
export interface Labelled {
  readonly title: string;
  readonly prompt: string;
  readonly right: readonly string[];
}

/** The comparison of drawn and correct warnings about labelled prompts. Each text of a prompt counts once. */
export interface Measured {
  readonly drawn: number;
  readonly right: number;
  /** Number of warnings that are drawn and correct. */
  readonly hits: number;
  /** The share of drawn warnings that are correct; `recall`: of correct ones that are drawn (0 to 1). */
  readonly precision: number;
  readonly recall: number;
  /** Warnings with the title: `+` for drawn but not correct, `-` for correct but not drawn. */
  readonly misses: readonly string[];
}

const TITLE = "=== ";
const RIGHT = "--- ";

/**
 * Reports whether a text is a corpus: prompts below `=== title`, each with lines `--- code: text =>
 * suggestion` at its end.
 */
export const isCorpus = (text: string): boolean => text.startsWith(TITLE);

/** Returns the prompts of a corpus. */
export function readCorpus(text: string): Labelled[] {
  return text
    .split(new RegExp(`^${TITLE}`, "m"))
    .slice(1)
    .map((section) => {
      const [title = "", ...lines] = section.trimEnd().split("\n");
      const isRight = (line: string) => line.startsWith(RIGHT);
      const right = lines
        .filter(isRight)
        .map((line) => line.slice(RIGHT.length).replace(/^(?:empty|conflict): .*/, "$& => "));
      return { title, prompt: lines.filter((line) => !isRight(line)).join("\n"), right };
    });
}

/** Returns the label of a finding in a corpus. */
export function labelOf({ kind, text, suggestion }: PromptFinding): string {
  return `${kind}: ${text} => ${suggestion ?? ""}`;
}

/** Compares the warnings that the checks draw with the correct ones. */
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
