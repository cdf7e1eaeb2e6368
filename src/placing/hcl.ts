/** A value of HCL: a literal, a list or an object. A bare word, such as `true` or `5`, is its text. */
export type HclValue = string | readonly HclValue[] | { readonly [key: string]: HclValue };

export interface HclBody {
  readonly attributes: Readonly<Record<string, HclValue>>;
  readonly blocks: readonly HclBlock[];
}

/** A block, such as `provider "aws" { … }`. */
export interface HclBlock extends HclBody {
  readonly type: string;
  readonly labels: readonly string[];
  /** Indexes of its first character and after its last one, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/**
 * Parses the part of HCL that Terraform's lock files and CLI configurations use: blocks, attributes, strings,
 * lists and objects, but no expressions and no heredocs. The time is linear in the length of the text.
 * @throws Error naming the line that has another form
 */
export function parseHcl(text: string): HclBody {
  return new Parser(text).body(0);
}

const IGNORED = /\s+|(?:#|\/\/).*|\/\*[^]*?\*\//y;
const TOKEN = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"|[\w.+-]+|[{}[\]=:,]/y;

/** Deeper nesting is refused: the parser calls itself for each level. */
const MAX_DEPTH = 50;

class Parser {
  readonly #text: string;
  #next = 0;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Parses up to the closing brace of the body, or to the end of the text at depth 0. */
  body(depth: number): HclBody {
    if (depth > MAX_DEPTH) throw this.#wrong();
    const attributes: [string, HclValue][] = [];
    const blocks: HclBlock[] = [];
    for (;;) {
      const start = this.#skipIgnored();
      const name = this.#take();
      if (name === (depth === 0 ? undefined : "}")) break;
      const type = this.#name(name);
      if (this.#peek() === "=" || this.#peek() === ":") {
        this.#take();
        attributes.push([type, this.#value(depth + 1)]);
        if (this.#peek() === ",") this.#take();
        continue;
      }
      const labels: string[] = [];
      for (let label = this.#take(); label !== "{"; label = this.#take()) labels.push(this.#name(label));
      blocks.push({ type, labels, ...this.body(depth + 1), start, end: this.#end });
    }
    return { attributes: Object.fromEntries(attributes), blocks };
  }

  #value(depth: number): HclValue {
    const token = this.#take();
    if (token === "{") return this.body(depth).attributes;
    if (token !== "[") return this.#name(token);
    if (depth > MAX_DEPTH) throw this.#wrong();
    const items: HclValue[] = [];
    while (this.#peek() !== "]") {
      items.push(this.#value(depth + 1));
      if (this.#peek() === ",") this.#take();
      else if (this.#peek() !== "]") throw this.#wrong();
    }
    this.#take();
    return items;
  }

  #name(token: string | undefined): string {
    if (token === undefined || /^[{}[\]=:,]$/.test(token)) throw this.#wrong();
    return token.startsWith('"') ? token.slice(1, -1).replace(/\\(["\\])/g, "$1") : token;
  }

  #peek(): string | undefined {
    const [next, end] = [this.#next, this.#end];
    const token = this.#take();
    [this.#next, this.#end] = [next, end];
    return token;
  }

  #take(): string | undefined {
    const start = this.#skipIgnored();
    if (start === this.#text.length) return undefined;
    TOKEN.lastIndex = start;
    const token = TOKEN.exec(this.#text)?.[0];
    if (token === undefined) throw this.#wrong();
    this.#end = this.#next = start + token.length;
    return token;
  }

  /** Skips white space and comments, and returns the index of what follows. A byte order mark is space. */
  #skipIgnored(): number {
    for (IGNORED.lastIndex = this.#next; IGNORED.test(this.#text);) this.#next = IGNORED.lastIndex;
    return this.#next;
  }

  #wrong(): Error {
    return new Error(`line ${this.#text.slice(0, this.#next).split("\n").length}`);
  }
}
