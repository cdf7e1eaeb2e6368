import { checkPrompt, type PromptFinding } from "../src/prompts";

/** A prompt with its correct warnings, each as `code: text => suggestion`. */
export interface Labelled {
  readonly title: string;
  readonly prompt: string;
  readonly right: readonly string[];
}

/** Each text of a prompt counts once, even if it occurs several times. */
export interface Measured {
  readonly drawn: number;
  readonly right: number;
  readonly hits: number;
  /**
   * Share of drawn warnings that are correct. `recall`: share of correct warnings that are drawn (0 to 1).
   */
  readonly precision: number;
  readonly recall: number;
  /** Wrong warnings with the prompt's title: `+` if drawn but not correct, `-` if correct but not drawn. */
  readonly misses: readonly string[];
}

const TITLE = "=== ";
const RIGHT = "--- ";

/** A corpus has prompts below `=== title`, each with lines `--- code: text => suggestion` at its end. */
export const isCorpus = (text: string): boolean => text.startsWith(TITLE);

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

export function labelOf({ kind, text, suggestion }: PromptFinding): string {
  return `${kind}: ${text} => ${suggestion ?? ""}`;
}

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
