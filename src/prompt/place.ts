import { codeSpans, type CodeSpan } from "./markdown-code";
import { parsePrompt } from "./grammar";
import type { Braces } from "./scan";

/** Characters before braces that are looked at. */
const LONGEST_BEFORE = 200;

/** Before a block, an object or an import: braces with blanks inside. */
const BLOCK_BEFORE = /(?:[)=]|=>|\b(?:import|export|const|let|var|type|return|else|do|try|finally))[ \t]*$/;
const BLOCK_AFTER = /^[ \t]*(?:=|;|from\s+["']|\)\s*=>)/;
/** The end of an open tag of HTML or JSX with an attribute that braces follow: `<a style=`. */
const ATTRIBUTE = /<[a-z][\w.:-]*(?:\s[^<>]*)?\s[\w:@-]+=$/i;

/** A prompt with what more than one of its braces need to know of it. */
export class Surroundings {
  #spans: CodeSpan[] | undefined;
  #next = 0;
  #variables: ReadonlySet<string> | undefined;

  constructor(readonly prompt: string) {}

  /** The identifiers of the prompt's placeholders. */
  get variables(): ReadonlySet<string> {
    return (this.#variables ??= new Set(parsePrompt(this.prompt).map(({ variable }) => variable)));
  }

  /** The code that an offset is in. Offsets must only grow. */
  codeAt(offset: number): CodeSpan | undefined {
    this.#spans ??= codeSpans(this.prompt);
    while (this.#next < this.#spans.length && this.#spans[this.#next]!.end <= offset) this.#next += 1;
    const span = this.#spans[this.#next];
    return span !== undefined && span.start <= offset ? span : undefined;
  }
}

/** Braces of a prompt, and what stands around them. */
export class Place {
  /** Whether they are arguments of a LaTeX command, as in `\frac{a b}{c d}`. */
  readonly isLatex: boolean;

  constructor(
    readonly braces: Braces,
    readonly surroundings: Surroundings,
    previous: Place | undefined,
  ) {
    this.isLatex = this.#followsLatex(previous);
  }

  get prompt(): string {
    return this.surroundings.prompt;
  }

  /** Offset after the last closing brace. */
  get end(): number {
    return this.braces.contentEnd + this.braces.closing;
  }

  /** With the braces. */
  get text(): string {
    return this.prompt.slice(this.braces.start, this.end);
  }

  get content(): string {
    return this.prompt.slice(this.braces.contentStart, this.braces.contentEnd);
  }

  /** The character before the first brace; empty at the beginning of the prompt. */
  get last(): string {
    return this.prompt.charAt(this.braces.start - 1);
  }

  /** What stands before on the line, up to other braces. */
  get before(): string {
    const { gapStart, start } = this.braces;
    return this.prompt.slice(Math.max(gapStart, start - LONGEST_BEFORE), start);
  }

  /** What follows on the line, as far as it matters. */
  get after(): string {
    return /^[^\r\n]*/.exec(this.prompt.slice(this.end, this.end + 40))![0];
  }

  /** Whether `before` is all that stands before on the line. */
  get beginsLine(): boolean {
    const { gapStart, start } = this.braces;
    const isLineStart = gapStart === 0 || /[\r\n]/.test(this.prompt.charAt(gapStart - 1));
    return isLineStart && start - gapStart <= LONGEST_BEFORE;
  }

  /** Whether a line ends between them. */
  get isLong(): boolean {
    return /[\r\n]/.test(this.content);
  }

  /** The code of Markdown that they are in. */
  get code(): CodeSpan | undefined {
    return this.surroundings.codeAt(this.braces.start);
  }

  /** Before single braces: the name of a call or type, an index, a quantifier, an escape, math, a LaTeX command. */
  get isPartOfCode(): boolean {
    return this.isLatex || /[A-Za-z0-9_)\]^\\]/.test(this.last);
  }

  /** Whether single braces with blanks inside are a block, an object or an import. */
  get isBlock(): boolean {
    const { content, braces } = this;
    const isSpaced = content === "" || (/^\s/.test(content) && /\s$/.test(content));
    return isSpaced && (braces.isInCall || this.beginsBlock || BLOCK_AFTER.test(this.after));
  }

  /** Whether a block, an object or an import begins here, by what stands before. */
  get beginsBlock(): boolean {
    return BLOCK_BEFORE.test(this.before);
  }

  /** Whether braces are the value of an attribute of JSX. */
  get isAttribute(): boolean {
    if (this.last !== "=") return false;
    return ATTRIBUTE.test(
      this.prompt.slice(Math.max(0, this.braces.start - LONGEST_BEFORE), this.braces.start),
    );
  }

  #followsLatex(previous: Place | undefined): boolean {
    const { start, gapStart } = this.braces;
    if (start === gapStart) return previous?.isLatex === true;
    if (!/[a-zA-Z*]/.test(this.last)) return false;
    return /\\[a-zA-Z]+\*?$/.test(this.prompt.slice(Math.max(gapStart, start - 40), start));
  }
}
