import { ValueError } from "./path";
import { normaliseText, wellFormed } from "./text";
import { Walk } from "./walk";

/** Deepest nesting, so that an ignored attribute cannot exhaust the call stack. */
const MAX_DEPTH = 1000;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN = /[^"\\\0-\x1f]*/y;
const ESCAPE = /\\(?:(["\\/bfnrt])|u([\da-fA-F]{4}))/y;
const CONTROL_ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** The kind of a JSON value, in the words of error messages. */
type JsonKind = "null" | "a bool" | "a number" | "a string" | "an array" | "an object";

/**
 * Reads JSON token by token; every method throws ValueError for malformed JSON. `JSON.parse` would round
 * 12345678901234567890123, and numbers of a state must not change.
 */
export class JsonReader extends Walk {
  private position = 0;
  private depth = 0;

  constructor(private readonly text: string) {
    super();
  }

  /** Checks that only white space is left. */
  finish(): void {
    this.skipSpace();
    if (this.position !== this.text.length) throw this.malformed();
  }

  /** Returns the kind of the next value, by its first character. */
  peekKind(): JsonKind {
    this.skipSpace();
    switch (this.text[this.position]) {
      case '"':
        return "a string";
      case "[":
        return "an array";
      case "{":
        return "an object";
      case "n":
        return "null";
      case "t":
      case "f":
        return "a bool";
      default:
        return "a number";
    }
  }

  /** Reads null. */
  readNull(): null {
    this.expect("null");
    return null;
  }

  /** Reads a bool. */
  readBool(): boolean {
    const value = this.text[this.position] === "t";
    this.expect(value ? "true" : "false");
    return value;
  }

  /** Returns the text of a number. */
  readNumberText(): string {
    NUMBER.lastIndex = this.position;
    const text = NUMBER.exec(this.text)?.[0];
    if (text === undefined) throw this.malformed();
    this.position += text.length;
    return text;
  }

  /** Reads a string of well-formed Unicode; it is not normalised (see `normaliseText`). */
  readString(): string {
    this.expect('"');
    let decoded = this.readPlain();
    while (this.text[this.position] === "\\") decoded += this.readEscape() + this.readPlain();
    // Anything but the closing quote is a control character or the end of the text.
    this.expect('"');
    return wellFormed(decoded);
  }

  /** Reads up to the next quote or escape. A regular expression scans many times faster than a loop. */
  private readPlain(): string {
    const start = this.position;
    PLAIN.lastIndex = start;
    PLAIN.test(this.text);
    this.position = PLAIN.lastIndex;
    return this.text.slice(start, this.position);
  }

  /** Reads the bracket that opens an array or object. */
  open(bracket: "[" | "{"): void {
    this.expect(bracket);
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new ValueError(`values nest deeper than ${MAX_DEPTH} levels`);
  }

  /** Reads the comma before the next element, or the closing bracket. Reports whether an element follows. */
  hasNext(bracket: "]" | "}", isFirst: boolean): boolean {
    this.skipSpace();
    if (this.text[this.position] === bracket) {
      this.position += 1;
      this.depth -= 1;
      return false;
    }
    if (!isFirst) this.expect(",");
    return true;
  }

  /** Reads a key and its colon if the key equals the given one, in JSON form. Reports whether it did. */
  skipIfKey(quoted: string): boolean {
    this.skipSpace();
    if (!this.text.startsWith(quoted, this.position)) return false;
    this.position += quoted.length;
    this.skipSpace();
    this.expect(":");
    return true;
  }

  /** Reads a key and its colon. Returns the key in normal form. */
  readKey(): string {
    this.skipSpace();
    const key = normaliseText(this.readString());
    this.skipSpace();
    this.expect(":");
    return key;
  }

  /** Skips one value. */
  skipValue(): void {
    switch (this.peekKind()) {
      case "null":
        this.readNull();
        break;
      case "a bool":
        this.readBool();
        break;
      case "a number":
        this.readNumberText();
        break;
      case "a string":
        this.readString();
        break;
      case "an array":
        this.open("[");
        for (let isFirst = true; this.hasNext("]", isFirst); isFirst = false) this.skipValue();
        break;
      case "an object":
        this.open("{");
        for (let isFirst = true; this.hasNext("}", isFirst); isFirst = false) {
          this.readKey();
          this.skipValue();
        }
        break;
    }
  }

  private readEscape(): string {
    ESCAPE.lastIndex = this.position;
    const [whole, simple, hex] = ESCAPE.exec(this.text) ?? [];
    if (whole === undefined) throw this.malformed();
    this.position += whole.length;
    return simple === undefined
      ? String.fromCharCode(Number.parseInt(hex ?? "", 16))
      : (CONTROL_ESCAPES[simple] ?? simple);
  }

  private skipSpace(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.position);
      if (unit !== SPACE && unit !== LINE_FEED && unit !== CARRIAGE_RETURN && unit !== TAB) return;
      this.position += 1;
    }
  }

  private expect(token: string): void {
    if (!this.text.startsWith(token, this.position)) throw this.malformed();
    this.position += token.length;
  }

  private malformed(): ValueError {
    return new ValueError(`the JSON is malformed at character ${this.position}`);
  }
}
