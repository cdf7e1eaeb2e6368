import { ValueError } from "./path";
import { normaliseText, wellFormed } from "./text";
import { Walk } from "./walk";

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

/** What a value turns out to be, in the words of error messages. */
type JsonKind = "null" | "a bool" | "a number" | "a string" | "an array" | "an object";

/**
 * Reads JSON token by token. `JSON.parse` would make a float of 12345678901234567890123, and the numbers of a state
 * must come through unharmed.
 */
export class JsonReader extends Walk {
  private position = 0;

  constructor(private readonly text: string) {
    super();
  }

  /** Throws ValueError if anything but white space is left. */
  finish(): void {
    this.skipSpace();
    if (this.position !== this.text.length) throw this.malformed();
  }

  /** The kind of the value that comes next, as its first character tells. */
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

  readNull(): null {
    this.expect("null");
    return null;
  }

  readBool(): boolean {
    const value = this.text[this.position] === "t";
    this.expect(value ? "true" : "false");
    return value;
  }

  /** The text of a number as it stands there. */
  readNumberText(): string {
    NUMBER.lastIndex = this.position;
    const text = NUMBER.exec(this.text)?.[0];
    if (text === undefined) throw this.malformed();
    this.position += text.length;
    return text;
  }

  /** A string as a Terraform value: well-formed Unicode, in the form it came in (`normaliseText` says why). */
  readString(): string {
    this.expect('"');
    let decoded = this.readPlain();
    while (this.text[this.position] === "\\") decoded += this.readEscape() + this.readPlain();
    // A control character, or the end of the text, if it is not the closing quote.
    this.expect('"');
    return wellFormed(decoded);
  }

  /** What stands before the next quote or escape. A regular expression scans many times faster than a loop. */
  private readPlain(): string {
    const start = this.position;
    PLAIN.lastIndex = start;
    PLAIN.test(this.text);
    this.position = PLAIN.lastIndex;
    return this.text.slice(start, this.position);
  }

  /** Takes the bracket that opens an array or object. */
  open(bracket: "[" | "{"): void {
    this.expect(bracket);
    this.enter();
  }

  /** Takes what stands before the next element, or the bracket that closes; whether there is an element. */
  hasNext(bracket: "]" | "}", isFirst: boolean): boolean {
    this.skipSpace();
    if (this.text[this.position] === bracket) {
      this.position += 1;
      this.leave();
      return false;
    }
    if (!isFirst) this.expect(",");
    return true;
  }

  /** Takes a key and its colon if the key is the given one, in JSON form. */
  skipIfKey(quoted: string): boolean {
    this.skipSpace();
    if (!this.text.startsWith(quoted, this.position)) return false;
    this.position += quoted.length;
    this.skipSpace();
    this.expect(":");
    return true;
  }

  /** Takes a key and its colon; the key in normal form. */
  readKey(): string {
    this.skipSpace();
    const key = normaliseText(this.readString());
    this.skipSpace();
    this.expect(":");
    return key;
  }

  /** Passes over one value; returns its text. */
  skipValue(): string {
    const kind = this.peekKind();
    const start = this.position;
    switch (kind) {
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
    return this.text.slice(start, this.position);
  }

  /** Runs a reader of one value at an earlier offset, then comes back. */
  readAt<T>(offset: number, read: () => T): T {
    const back = this.position;
    this.position = offset;
    const result = read();
    this.position = back;
    return result;
  }

  /** The offset of the next token, for `readAt`. */
  offset(): number {
    this.skipSpace();
    return this.position;
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
