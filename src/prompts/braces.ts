import { promptVariables } from "./grammar";
import { nameIn } from "./words";

const MAX_BEFORE = 200;
const MAX_AFTER = 40;

/** Matches text before braces that are a block, an object or an import. */
const BLOCK_BEFORE = new RegExp(
  [
    String.raw`(?:[)=?]|=>)[ \t]*$`,
    String.raw`\b(?:import|export|const|let|var|type|struct|interface|returns?|else|do|try|finally)[ \t]*$`,
    // The first pattern matches an HCL block with its label, the second pattern a CSS rule.
    String.raw`^[ \t]*\w+[ \t]+"[^"]*"[ \t]*$`,
    String.raw`(?:^|[ \t])[\w-]*(?:[.#:][a-z][\w-]*)+[ \t]*$`,
  ].join("|"),
);
export const CALL_BEFORE = /[\w$!]\([^()]*$/;
const BLOCK_AFTER = /^[ \t]*(?:=|;|\\;|from\s+["']|\)\s*=>)/;
/** Matches the start of an ICU message, whose inner braces hold texts: `{count, plural, one {…} other {…}}`. */
const MESSAGE = /\s*[\w.]+\s*,\s*(?:plural|select|selectordinal)\b/y;
/** In HTML or JSX, the braces of an attribute are code: `<a style=`. */
const ATTRIBUTE = /<[a-z][\w.:-]*(?:\s[^<>]*)?\s[\w:@-]+=$/i;

export interface Around {
  readonly gapStart: number;
  readonly outer: Braces | undefined;
  /** True if the braces hold an argument of a LaTeX command, as in `\frac{a b}{c d}`. */
  readonly isLatex: boolean;
}

/**
 * Braces that belong together: opening braces, the content up to the next brace, and closing braces. In
 * `{"to": {{company}}}`, two braces open and two close `company`. In `{{Hi|Hello} you|Hey}`, one brace opens
 * and one closes `Hi|Hello`.
 */
export class Braces {
  opening: number;
  /** The number of closing braces is 0 if the next brace opens, or if no brace follows. */
  closing = 0;
  unclosed: number;
  /** Offset of the next brace, or of the end of the prompt. */
  contentEnd: number;
  /** True if braces after inner braces may close the outer braces, as in `{a {b} c}`. */
  mayClose = false;
  hasPipe = false;
  /** True if the first brace on either side is a fullwidth or small form, such as `｛`. */
  isWide = false;
  #name: string | undefined;

  /** `start` is the offset of the first opening brace, in UTF-16 code units. */
  constructor(
    readonly surroundings: Surroundings,
    readonly around: Around,
    public start: number,
    readonly contentStart: number,
  ) {
    this.opening = this.unclosed = contentStart - start;
    this.contentEnd = contentStart;
  }

  get prompt(): string {
    return this.surroundings.prompt;
  }

  get end(): number {
    return this.contentEnd + this.closing;
  }

  get text(): string {
    return this.prompt.slice(this.start, this.end);
  }

  get content(): string {
    return this.prompt.slice(this.contentStart, this.contentEnd);
  }

  get name(): string | undefined {
    return (this.#name ??= nameIn(this.content) ?? "") || undefined;
  }

  isPairOf(count: number): boolean {
    return this.opening === count && this.closing === count;
  }

  /**
   * True if a name has fewer closing than opening braces, as in `{{name}`. The next closing brace then
   * belongs to other braces. Always false in LaTeX, spintax, ICU messages and nested sets.
   */
  get isHalf(): boolean {
    if (this.closing === 0 || this.hasPipe || this.around.isLatex || this.isInMessage) return false;
    const { name } = this;
    return name !== undefined && name.length > 1 && !name.includes(",");
  }

  get isMessage(): boolean {
    MESSAGE.lastIndex = this.contentStart;
    return MESSAGE.test(this.prompt);
  }

  get isInMessage(): boolean {
    return this.around.outer?.isMessage === true;
  }

  get last(): string {
    return this.prompt.charAt(this.start - 1);
  }

  get before(): string {
    return this.prompt.slice(Math.max(this.around.gapStart, this.start - MAX_BEFORE), this.start);
  }

  get after(): string {
    return this.prompt.slice(this.end, this.end + MAX_AFTER);
  }

  get beginsLine(): boolean {
    const { gapStart } = this.around;
    const isLineStart = gapStart === 0 || /[\r\n]/.test(this.prompt.charAt(gapStart - 1));
    return isLineStart && this.start - gapStart <= MAX_BEFORE;
  }

  get isLong(): boolean {
    return /[\r\n]/.test(this.content);
  }

  get code(): CodeSpan | undefined {
    return this.surroundings.codeAt(this.start);
  }

  /**
   * Single braces after a letter, digit, closing bracket or LaTeX command are code or math: `f{x}`, `\d{3}`.
   */
  get isPartOfCode(): boolean {
    return this.around.isLatex || /[A-Za-z0-9_)\]^\\]/.test(this.last);
  }

  /** True if single braces with blanks inside are a block, an object or an import. */
  get isBlock(): boolean {
    const { content } = this;
    const isSpaced = content === "" || (/^\s/.test(content) && /\s$/.test(content));
    if (!isSpaced) return false;
    const isField = this.around.outer !== undefined && /\w[ \t]+$/.test(this.before);
    return isField || CALL_BEFORE.test(this.before) || this.beginsBlock || BLOCK_AFTER.test(this.after);
  }

  get beginsBlock(): boolean {
    return BLOCK_BEFORE.test(this.before);
  }

  get isAttribute(): boolean {
    if (this.last !== "=") return false;
    return ATTRIBUTE.test(this.prompt.slice(Math.max(0, this.start - MAX_BEFORE), this.start));
  }
}

interface CodeSpan {
  readonly start: number;
  readonly end: number;
  readonly isFenced: boolean;
}

export class Surroundings {
  #spans: readonly CodeSpan[] | undefined;
  #variables: ReadonlySet<string> | undefined;

  constructor(readonly prompt: string) {}

  get variables(): ReadonlySet<string> {
    return (this.#variables ??= new Set(promptVariables(this.prompt)));
  }

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

const LINE = /[^\r\n]+/g;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/** A fenced block without an end extends to the end of the text. Code in backticks must end on its line. */
function codeSpans(text: string): CodeSpan[] {
  if (!text.includes("`") && !text.includes("~~~")) return [];
  const spans: CodeSpan[] = [];
  let fence: { mark: string; start: number } | undefined;
  for (const { 0: line, index } of text.matchAll(LINE)) {
    const [indented, mark] = FENCE.exec(line) ?? [];
    if (fence === undefined) {
      if (mark === undefined) addInline(spans, line, index);
      else fence = { mark, start: index };
    } else if (mark === fence.mark && line.slice(indented!.length).trim() === "") {
      spans.push({ start: fence.start, end: index + line.length, isFenced: true });
      fence = undefined;
    }
  }
  if (fence !== undefined) spans.push({ start: fence.start, end: text.length, isFenced: true });
  return spans;
}

function addInline(spans: CodeSpan[], line: string, lineStart: number): void {
  const runs = Array.from(line.matchAll(/`+/g), ({ 0: run, index }) => ({ length: run.length, index }));
  // Offset of the last run of backticks of each length. No later run closes it, so no search is needed.
  const last = new Map(runs.map(({ length, index }) => [length, index]));
  for (let at = 0; at < runs.length; at += 1) {
    const { length, index } = runs[at]!;
    if (last.get(length) === index) continue;
    while (runs[at + 1]!.length !== length) at += 1;
    at += 1;
    spans.push({ start: lineStart + index, end: lineStart + runs[at]!.index + length, isFenced: false });
  }
}
