/** A literal, list or object of HCL. Literals without quotes, such as `true` or `5`, become strings. */
type HclValue = string | readonly HclValue[] | { readonly [key: string]: HclValue };

export interface HclBody {
  /** The values by attribute name. Omits expressions. */
  readonly attributes: Readonly<Record<string, HclValue>>;
  readonly blocks: readonly HclBlock[];
}

export interface HclBlock extends HclBody {
  readonly type: string;
  readonly labels: readonly string[];
  /** Indexes of the block's first character and after its last character, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/**
 * Parses the structure and the literal values of HCL, because HashiCorp's parser may not be installed.
 * @throws Error naming the first line that is not valid
 */
export function parseHcl(text: string): HclBody {
  return new Parser(tokensOf(text)).body(0);
}

class Parser {
  #next = 0;

  constructor(readonly tokens: readonly Token[]) {}

  #peek(): string | undefined {
    return this.tokens[this.#next]?.text;
  }

  #take(): string | undefined {
    return this.tokens[this.#next++]?.text;
  }

  #wrong(): Error {
    const { line = 1 } = this.tokens[this.#next - 1] ?? this.tokens.at(-1) ?? {};
    return new Error(`line ${line}`);
  }

  #nameOf(token: string | undefined): string {
    if (!isName(token)) throw this.#wrong();
    return token.startsWith('"') ? token.slice(1, -1).replace(/\\(["\\])/g, "$1") : token;
  }

  /** Parses a body up to its closing brace. At depth 0, parses up to the end of the text. */
  body(depth: number): HclBody {
    if (depth > MAX_DEPTH) throw this.#wrong();
    const attributes: [string, HclValue][] = [];
    const blocks: HclBlock[] = [];
    while (this.#peek() !== (depth === 0 ? undefined : "}")) {
      const { start = 0, line = 1 } = this.tokens[this.#next] ?? {};
      const type = this.#nameOf(this.#take());
      if (this.#peek() === "=") {
        this.#take();
        const value = this.#value(depth + 1);
        if (value !== undefined) attributes.push([type, value]);
        if (this.#peek() === ",") this.#take();
        continue;
      }
      const labels: string[] = [];
      for (let label = this.#take(); label !== "{"; label = this.#take()) labels.push(this.#nameOf(label));
      const body = this.body(depth + 1);
      blocks.push({ type, labels, ...body, start, end: this.tokens[this.#next - 1]!.end, line });
    }
    this.#take();
    return { attributes: Object.fromEntries(attributes), blocks };
  }

  /** Returns undefined if the value is an expression. */
  #value(depth: number): HclValue | undefined {
    const first = this.#next;
    const found = depth > MAX_DEPTH ? undefined : this.#literal(depth);
    if (found !== undefined && this.#isEnd()) return found;
    this.#next = first;
    let open = 0;
    do {
      const token = this.#take();
      if (token === undefined) throw this.#wrong();
      if (/^[([{]$/.test(token)) open += 1;
      if (/^[)\]}]$/.test(token)) open -= 1;
    } while (open > 0 || !this.#isEnd());
    return undefined;
  }

  #isEnd(): boolean {
    const token = this.tokens[this.#next];
    return token === undefined || token.isFirstOnLine || /^[,\])}]$/.test(token.text);
  }

  #literal(depth: number): HclValue | undefined {
    const token = this.#take();
    if (token === "[") return this.#list(depth);
    if (token === "{") return this.#object(depth);
    return isName(token) ? this.#nameOf(token) : undefined;
  }

  #list(depth: number): HclValue | undefined {
    const items: HclValue[] = [];
    while (this.#peek() !== "]") {
      const item = this.#value(depth + 1);
      if (item !== undefined) items.push(item);
      if (this.#peek() === ",") this.#take();
      else if (this.#peek() !== "]") return undefined;
    }
    this.#take();
    return items;
  }

  #object(depth: number): HclValue | undefined {
    const members: [string, HclValue][] = [];
    while (this.#peek() !== "}") {
      const key = this.#take();
      if (!isName(key) || !/^[=:]$/.test(this.#take() ?? "")) return undefined;
      const member = this.#value(depth + 1);
      if (member !== undefined) members.push([this.#nameOf(key), member]);
      if (this.#peek() === ",") this.#take();
    }
    this.#take();
    return Object.fromEntries(members);
  }
}

/** Rejects deeper nesting, because the parser calls itself for each level. */
const MAX_DEPTH = 50;

const isName = (token: string | undefined): token is string => token !== undefined && /^["\w.+-]/.test(token);

/**
 * Content of a template, as in `${lower("A")}`. A template in a string inside the content is not recognised.
 */
const IN_TEMPLATE = String.raw`[^{}"]*(?:(?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"|\{[^{}]*\})[^{}"]*)*`;
const IN_STRING = String.raw`[^"\\\n$%]*(?:(?:\\.|[$%]{2}\{|[$%]\{${IN_TEMPLATE}\}|[$%](?![$%]?\{))[^"\\\n$%]*)*`;
/**
 * Matches white space, a byte order mark or a comment; otherwise captures a string, heredoc, word or sign.
 */
const PARTS = new RegExp(
  String.raw`\s+|(?:#|//).*|/\*[^]*?\*/|("${IN_STRING}"|<<-?(\w+)\r?\n[^]*?^[ \t]*\2(?=\s|$)|[\w.+-]+|[^])`,
  "gm",
);

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly isFirstOnLine: boolean;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let [line, isFirstOnLine] = [1, true];
  for (const { 0: part, 1: token, index: start } of text.matchAll(PARTS)) {
    if (token === '"') throw new Error(`line ${line}`);
    if (token !== undefined)
      tokens.push({ text: token, start, end: start + token.length, line, isFirstOnLine });
    const breaks = part.split("\n").length - 1;
    line += breaks;
    isFirstOnLine = token === undefined && (isFirstOnLine || breaks > 0);
  }
  return tokens;
}
