import { type Around, Braces, type Surroundings } from "./braces";

const [LINE_FEED, RETURN, PIPE] = [0x0a, 0x0d, 0x7c];
/** Fullwidth and small braces have larger code units than nearly all other characters. */
const LAST_NARROW = 0xfe00;

const isOpening = (code: number) =>
  code === 0x7b || (code > LAST_NARROW && (code === 0xff5b || code === 0xfe5b));
const isClosing = (code: number) =>
  code === 0x7d || (code > LAST_NARROW && (code === 0xff5d || code === 0xfe5c));

/** Each open group takes memory, so nesting beyond this depth ends the scan. */
const DEEPEST = 1000;

export const hasWideBraces = (text: string): boolean => text.includes("｛") || text.includes("﹛");

/**
 * Calls `found` for closed braces in the order of closing, then for unclosed braces. Walks through the text
 * once. Stops if `found` returns false.
 */
export function scanBraces(surroundings: Surroundings, found: (braces: Braces) => boolean): void {
  new Scan(surroundings, found).run();
}

class Scan {
  readonly #prompt: string;
  readonly #open: Braces[] = [];
  #last: Braces | undefined;
  #isLatex = false;
  #gapStart = 0;
  #goesOn = true;

  constructor(
    readonly surroundings: Surroundings,
    readonly found: (braces: Braces) => boolean,
  ) {
    this.#prompt = surroundings.prompt;
  }

  run(): void {
    const { length } = this.#prompt;
    for (let at = 0; at < length && this.#goesOn && this.#open.length <= DEEPEST;) {
      const code = this.#prompt.charCodeAt(at);
      if (isOpening(code)) at = this.#opens(at);
      else if (isClosing(code)) at = this.#closes(at);
      else {
        if (code === PIPE && this.#open.length > 0) this.#open.at(-1)!.hasPipe = true;
        if (code === LINE_FEED || code === RETURN) this.#gapStart = at + 1;
        at += 1;
      }
    }
    if (this.#last !== undefined) this.#last.contentEnd = length;
    while (this.#goesOn && this.#open.length > 0) this.#settles(this.#open.shift()!);
  }

  #opens(start: number): number {
    if (this.#last !== undefined) this.#last.contentEnd = start;
    const contentStart = this.#runEnd(start, isOpening);
    this.#last = new Braces(this.surroundings, this.#around(start), start, contentStart);
    this.#last.isWide = this.#prompt.charCodeAt(start) !== 0x7b;
    this.#open.push(this.#last);
    this.#gapStart = contentStart;
    return contentStart;
  }

  #around(start: number): Around {
    const isIndex = start === this.#gapStart + 1 && /[_^]/.test(this.#prompt.charAt(start - 1));
    if (start !== this.#gapStart && !isIndex) this.#isLatex = this.#isAfterCommand(start);
    return {
      gapStart: this.#gapStart,
      outer: this.#open.at(-1),
      isLatex: this.#isLatex,
    };
  }

  #isAfterCommand(start: number): boolean {
    if (!/[a-zA-Z*]/.test(this.#prompt.charAt(start - 1))) return false;
    return /\\[a-zA-Z]+\*?$/.test(this.#prompt.slice(Math.max(this.#gapStart, start - 40), start));
  }

  #closes(start: number): number {
    const end = this.#runEnd(start, isClosing);
    const own = this.#last;
    this.#last = undefined;
    this.#gapStart = end;
    let left = end - start;
    if (own !== undefined) {
      this.#open.pop();
      own.contentEnd = start;
      own.closing = Math.min(own.opening, left);
      own.unclosed -= own.closing;
      own.isWide ||= this.#prompt.charCodeAt(start) !== 0x7d;
      left -= own.closing;
    }
    while (left > 0 && this.#open.length > 0) left = this.#closesOuter(left);
    if (own !== undefined) {
      // If no opening brace matches the remaining closing braces, they count as part of this group.
      own.closing += left;
      if (own.unclosed > 0) this.#open.push(own);
      else this.#goesOn &&= this.found(own);
    }
    return end;
  }

  /** Returns how many of the `left` closing braces remain. */
  #closesOuter(left: number): number {
    const outer = this.#open.at(-1)!;
    if (outer.isHalf) {
      this.#goesOn &&= this.found(this.#open.pop()!);
      return left;
    }
    const count = Math.min(outer.unclosed, left);
    outer.unclosed -= count;
    if (outer.unclosed === 0) {
      this.#open.pop();
      this.#settles(outer);
    }
    return left - count;
  }

  /**
   * Later braces may have closed some of the group's opening braces. The excess opening braces are then
   * dropped: in `{{Hi|Hello} you|Hey}`, `{Hi|Hello}` remains. A group without closing braces only gets
   * `mayClose`.
   */
  #settles(one: Braces): void {
    if (one.closing === 0) one.mayClose = one.unclosed < one.opening;
    else if (one.unclosed < one.opening - one.closing) {
      one.start += one.opening - one.closing;
      one.opening = one.closing;
    }
    this.#goesOn &&= this.found(one);
  }

  #runEnd(start: number, isBrace: (code: number) => boolean): number {
    let end = start + 1;
    while (isBrace(this.#prompt.charCodeAt(end))) end += 1;
    return end;
  }
}
