/**
 * Braces of a prompt that belong together: opening ones, what follows them up to the next brace, and the closing ones after that.
 * Braces that belong to something around them, as those of JSON or of nested spintax do, are not counted:
 * `{"to": {{company}}}` holds two opening and two closing ones, and `{{Hi|Hello} you|Hey}` one of each.
 */
export interface Braces {
  /** Offset of the first opening brace. */
  start: number;
  /** Opening braces, one or more. */
  opening: number;
  /** Closing braces; 0 where another brace opens first, or none follows. */
  closing: number;
  /** Offset after the last opening brace. */
  contentStart: number;
  /** Offset of the next brace, or the end of the prompt. */
  contentEnd: number;
  /** Whether braces without closing ones are closed after other braces: `{a {b} c}`. */
  isClosedLater: boolean;
  /** Whether a `|` stands between these braces, other braces between them left out. */
  hasPipe: boolean;
  /** Whether one of them is a fullwidth or small brace. */
  isWide: boolean;
  /** Whether other braces are open around these. */
  readonly isNested: boolean;
  /** Whether a `[` of the same line is open around these. */
  readonly isInList: boolean;
  /** Whether the arguments of a call are open around these on the same line. */
  readonly isInCall: boolean;
  /** Offset where the text before these begins: after another brace, or where the line begins. */
  readonly gapStart: number;
}

/** Found braces, with how many of the opening ones are not closed yet. */
interface Open extends Braces {
  unclosed: number;
}

const [LINE_FEED, RETURN, PIPE] = [0x0a, 0x0d, 0x7c];
const [ROUND_OPEN, ROUND_CLOSE, SQUARE_OPEN, SQUARE_CLOSE] = [0x28, 0x29, 0x5b, 0x5d];

const isWideOpening = (code: number) => code === 0xff5b || code === 0xfe5b;
const isWideClosing = (code: number) => code === 0xff5d || code === 0xfe5c;
const isOpening = (code: number) => code === 0x7b || (code > 0xfe00 && isWideOpening(code));
const isClosing = (code: number) => code === 0x7d || (code > 0xfe00 && isWideClosing(code));

/** Whether a text has opening braces that are not ASCII. */
export const hasWideBraces = (text: string): boolean => text.includes("｛") || text.includes("﹛");

/** All braces of a prompt by where they open, in one walk over its characters. */
export function bracesOf(prompt: string): Braces[] {
  return new Scan(prompt).braces();
}

class Scan {
  readonly #found: Open[] = [];
  /** Those with opening braces that are not closed yet. */
  readonly #open: Open[] = [];
  /** The last ones, while no brace follows them. */
  #last: Open | undefined;
  /** Brackets that are open on this line: "(" of prose, "f" of a call, "[". */
  #brackets: string[] = [];
  #squares = 0;
  #calls = 0;
  #gapStart = 0;

  constructor(readonly prompt: string) {}

  braces(): Braces[] {
    const { length } = this.prompt;
    for (let at = 0; at < length;) {
      const code = this.prompt.charCodeAt(at);
      if (isOpening(code)) at = this.#opens(at);
      else if (isClosing(code)) at = this.#closes(at);
      else this.#passes(code, at++);
    }
    if (this.#last !== undefined) this.#last.contentEnd = length;
    for (const one of this.#open) settle(one);
    return this.#found;
  }

  #opens(start: number): number {
    if (this.#last !== undefined) this.#last.contentEnd = start;
    const contentStart = runEnd(this.prompt, start, isOpening);
    const opening = contentStart - start;
    this.#last = {
      start,
      opening,
      closing: 0,
      contentStart,
      contentEnd: contentStart,
      isClosedLater: false,
      hasPipe: false,
      isWide: this.prompt.charCodeAt(start) !== 0x7b,
      isNested: this.#open.length > 0,
      isInList: this.#squares > 0,
      isInCall: this.#calls > 0,
      gapStart: this.#gapStart,
      unclosed: opening,
    };
    this.#found.push(this.#last);
    this.#open.push(this.#last);
    this.#gapStart = contentStart;
    return contentStart;
  }

  #closes(start: number): number {
    const end = runEnd(this.prompt, start, isClosing);
    const own = this.#last;
    this.#last = undefined;
    this.#gapStart = end;
    let left = end - start;
    if (own !== undefined) {
      own.contentEnd = start;
      own.closing = Math.min(own.opening, left);
      own.isWide ||= this.prompt.charCodeAt(start) !== 0x7d;
      left = this.#closesSome(own, own.closing, left);
    }
    for (let outer = this.#open.at(-1); outer !== undefined && left > 0; outer = this.#open.at(-1)) {
      left = this.#closesSome(outer, left, left);
    }
    // They close nothing.
    if (own !== undefined && this.#open.length === 0) own.closing += left;
    return end;
  }

  /** Closes up to `most` braces of those that are open, and returns how many of the `left` closing ones remain. */
  #closesSome(one: Open, most: number, left: number): number {
    const count = Math.min(one.unclosed, most);
    one.unclosed -= count;
    if (one.unclosed === 0) {
      this.#open.pop();
      settle(one);
    }
    return left - count;
  }

  #passes(code: number, at: number): void {
    if (code > PIPE) return;
    if (code === PIPE) {
      const inner = this.#open.at(-1);
      if (inner !== undefined) inner.hasPipe = true;
    } else if (code === ROUND_OPEN) {
      const isCall = /[\w$]/.test(this.prompt.charAt(at - 1));
      this.#brackets.push(isCall ? "f" : "(");
      if (isCall) this.#calls += 1;
    } else if (code === SQUARE_OPEN) {
      this.#brackets.push("[");
      this.#squares += 1;
    } else if (code === ROUND_CLOSE) this.#closesBracket("f(");
    else if (code === SQUARE_CLOSE) this.#closesBracket("[");
    else if (code === LINE_FEED || code === RETURN) this.#nextLine(at + 1);
  }

  #closesBracket(kinds: string): void {
    const last = this.#brackets.at(-1);
    if (last === undefined || !kinds.includes(last)) return;
    this.#brackets.pop();
    if (last === "f") this.#calls -= 1;
    if (last === "[") this.#squares -= 1;
  }

  #nextLine(start: number): void {
    this.#gapStart = start;
    if (this.#brackets.length === 0) return;
    this.#brackets = [];
    this.#squares = this.#calls = 0;
  }
}

function runEnd(text: string, start: number, isBrace: (code: number) => boolean): number {
  let end = start + 1;
  while (isBrace(text.charCodeAt(end))) end += 1;
  return end;
}

/** Leaves out the opening braces that belong to something around: those that are closed later than the others. */
function settle(one: Open): void {
  if (one.closing === 0) one.isClosedLater = one.unclosed < one.opening;
  else if (one.unclosed < one.opening - one.closing) {
    one.start += one.opening - one.closing;
    one.opening = one.closing;
  }
}
