import type { CodeSpan } from "./markdown-code";
import type { Surroundings } from "./surroundings";
import { wordsOf, type Words } from "./words";

/** Characters before and after braces that are looked at. */
const LONGEST_BEFORE = 200;
const LONGEST_AFTER = 40;

/** Before a block, an object or an import: braces with blanks inside. */
const BLOCK_BEFORE = /(?:[)=]|=>|\b(?:import|export|const|let|var|type|return|else|do|try|finally))[ \t]*$/;
const BLOCK_AFTER = /^[ \t]*(?:=|;|from\s+["']|\)\s*=>)/;
/** The end of an open tag of HTML or JSX with an attribute that braces follow: `<a style=`. */
const ATTRIBUTE = /<[a-z][\w.:-]*(?:\s[^<>]*)?\s[\w:@-]+=$/i;

/** What is around braces where they open. */
export interface Around {
  /** Offset where the text before them begins: after another brace, or where the line begins. */
  readonly gapStart: number;
  /** Whether other braces are open. */
  readonly isNested: boolean;
  /** Whether a `[` of the same line is open. */
  readonly isInList: boolean;
  /** Whether the arguments of a call are open on the same line. */
  readonly isInCall: boolean;
  /** Whether they are arguments of a LaTeX command, as in `\frac{a b}{c d}`. */
  readonly isLatex: boolean;
}

/**
 * Braces of a prompt that belong together: opening ones, what follows them up to the next brace, and the closing ones after that.
 * Braces that belong to something around them, as those of JSON or of nested spintax do, are not counted:
 * `{"to": {{company}}}` holds two opening and two closing ones, and `{{Hi|Hello} you|Hey}` one of each.
 */
export class Braces {
  /** Opening braces, one or more. */
  opening: number;
  /** Closing braces; 0 where another brace opens first, or none follows. */
  closing = 0;
  /** Opening braces that are not closed yet. */
  unclosed: number;
  /** Offset of the next brace, or the end of the prompt. */
  contentEnd: number;
  /** Whether braces without closing ones are closed after other braces: `{a {b} c}`. */
  isClosedLater = false;
  /** Whether a `|` stands between these braces, other braces between them left out. */
  hasPipe = false;
  #words: Words | "none" | undefined;

  /** From the offset of the first opening brace to the one after the last; wide ones are fullwidth or small. */
  constructor(
    readonly surroundings: Surroundings,
    public start: number,
    readonly contentStart: number,
    public isWide: boolean,
    readonly around: Around,
  ) {
    this.opening = this.unclosed = contentStart - start;
    this.contentEnd = contentStart;
  }

  get prompt(): string {
    return this.surroundings.prompt;
  }

  /** Offset after the last closing brace. */
  get end(): number {
    return this.contentEnd + this.closing;
  }

  /** With the braces. */
  get text(): string {
    return this.prompt.slice(this.start, this.end);
  }

  get content(): string {
    return this.prompt.slice(this.contentStart, this.contentEnd);
  }

  /** The words between them, where they could be a name. */
  get words(): Words | undefined {
    return (this.#words ??= wordsOf(this.content) ?? "none") === "none" ? undefined : this.#words;
  }

  /** Whether there are exactly so many braces on each side. */
  isPairOf(count: number): boolean {
    return this.opening === count && this.closing === count;
  }

  /** The character before the first brace; empty at the beginning of the prompt. */
  get last(): string {
    return this.prompt.charAt(this.start - 1);
  }

  /** What stands before on the line, up to other braces. */
  get before(): string {
    return this.prompt.slice(Math.max(this.around.gapStart, this.start - LONGEST_BEFORE), this.start);
  }

  /** What follows, as far as it matters. */
  get after(): string {
    return this.prompt.slice(this.end, this.end + LONGEST_AFTER);
  }

  /** Whether `before` is all that stands before on the line. */
  get beginsLine(): boolean {
    const { gapStart } = this.around;
    const isLineStart = gapStart === 0 || /[\r\n]/.test(this.prompt.charAt(gapStart - 1));
    return isLineStart && this.start - gapStart <= LONGEST_BEFORE;
  }

  /** Whether a line ends between them. */
  get isLong(): boolean {
    return /[\r\n]/.test(this.content);
  }

  /** The code of Markdown that they are in. */
  get code(): CodeSpan | undefined {
    return this.surroundings.codeAt(this.start);
  }

  /** Of single braces: whether they follow the name of a call or type, an index, an escape, math or a LaTeX command. */
  get isPartOfCode(): boolean {
    return this.around.isLatex || /[A-Za-z0-9_)\]^\\]/.test(this.last);
  }

  /** Whether single braces with blanks inside are a block, an object or an import. */
  get isBlock(): boolean {
    const { content } = this;
    const isSpaced = content === "" || (/^\s/.test(content) && /\s$/.test(content));
    if (!isSpaced) return false;
    const isField = this.around.isNested && /\w[ \t]+$/.test(this.before);
    return isField || this.around.isInCall || this.beginsBlock || BLOCK_AFTER.test(this.after);
  }

  /** Whether a block, an object or an import begins here, by what stands before. */
  get beginsBlock(): boolean {
    return BLOCK_BEFORE.test(this.before);
  }

  /** Whether braces are the value of an attribute of JSX. */
  get isAttribute(): boolean {
    if (this.last !== "=") return false;
    return ATTRIBUTE.test(this.prompt.slice(Math.max(0, this.start - LONGEST_BEFORE), this.start));
  }
}
