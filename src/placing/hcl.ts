/** A value of HCL: a literal, a list or an object. A bare word, such as `true` or `5`, is its text. */
export type HclValue = string | readonly HclValue[] | { readonly [key: string]: HclValue };

export interface HclBody {
  /** The values by name. Expressions are left out, also within lists and objects. */
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
  /** Counted from 1. */
  readonly line: number;
}

/**
 * Parses the structure of HCL, and literal values. HashiCorp's parser, which also parses expressions, may not be
 * installed.
 * @throws Error naming the line that has another form
 */
export function parseHcl(text: string): HclBody {
  const tokens = tokensOf(text);
  let next = 0;
  const peek = () => tokens[next]?.text;
  const take = () => tokens[next++]?.text;
  const wrong = () => new Error(`line ${tokens[next - 1]?.line ?? text.split("\n").length}`);

  function nameOf(token: string | undefined): string {
    if (!isName(token)) throw wrong();
    return token.startsWith('"') ? token.slice(1, -1).replace(/\\(["\\])/g, "$1") : token;
  }

  /** Parses up to the closing brace of the body, or to the end of the text at depth 0. */
  function body(depth: number): HclBody {
    if (depth > MAX_DEPTH) throw wrong();
    const attributes: [string, HclValue][] = [];
    const blocks: HclBlock[] = [];
    while (peek() !== (depth === 0 ? undefined : "}")) {
      const { start = 0, line = 1 } = tokens[next] ?? {};
      const type = nameOf(take());
      if (peek() === "=") {
        take();
        const given = value(depth + 1);
        if (given !== undefined) attributes.push([type, given]);
        if (peek() === ",") take();
        continue;
      }
      const labels: string[] = [];
      for (let label = take(); label !== "{"; label = take()) labels.push(nameOf(label));
      blocks.push({ type, labels, ...body(depth + 1), start, end: tokens[next - 1]!.end, line });
    }
    take();
    return { attributes: Object.fromEntries(attributes), blocks };
  }

  /** Parses a value up to its end. Returns undefined for an expression. */
  function value(depth: number): HclValue | undefined {
    const first = next;
    const found = depth > MAX_DEPTH ? undefined : literal(depth);
    if (found !== undefined && isEnd()) return found;
    next = first;
    let open = 0;
    do {
      const token = take();
      if (token === undefined) throw wrong();
      if (/^[([{]$/.test(token)) open += 1;
      if (/^[)\]}]$/.test(token)) open -= 1;
    } while (open > 0 || !isEnd());
    return undefined;
  }

  function isEnd(): boolean {
    const token = tokens[next];
    return token === undefined || token.isFirst || /^[,\])}]$/.test(token.text);
  }

  function literal(depth: number): HclValue | undefined {
    const token = take();
    if (token === "[") return list(depth);
    if (token === "{") return object(depth);
    return isName(token) ? nameOf(token) : undefined;
  }

  function list(depth: number): HclValue | undefined {
    const items: HclValue[] = [];
    while (peek() !== "]") {
      const item = value(depth + 1);
      if (item !== undefined) items.push(item);
      if (peek() === ",") take();
      else if (peek() !== "]") return undefined;
    }
    take();
    return items;
  }

  function object(depth: number): HclValue | undefined {
    const members: [string, HclValue][] = [];
    while (peek() !== "}") {
      const key = take();
      if (!isName(key) || !/^[=:]$/.test(take() ?? "")) return undefined;
      const member = value(depth + 1);
      if (member !== undefined) members.push([nameOf(key), member]);
      if (peek() === ",") take();
    }
    take();
    return Object.fromEntries(members);
  }

  return body(0);
}

/** Deeper nesting is refused: the parser calls itself for each level. */
const MAX_DEPTH = 50;

const isName = (token: string | undefined): token is string => token !== undefined && /^["\w.+-]/.test(token);

/** Pattern of what a template such as `${lower("A")}` holds. Templates in its strings are not recognised. */
const IN_TEMPLATE = String.raw`[^{}"]*(?:(?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"|\{[^{}]*\})[^{}"]*)*`;
const IN_STRING = String.raw`[^"\\\n$%]*(?:(?:\\.|[$%]{2}\{|[$%]\{${IN_TEMPLATE}\}|[$%](?![$%]?\{))[^"\\\n$%]*)*`;
/** Matches white space (also a byte order mark) or a comment, or else a string, a heredoc, a word or a sign. */
const PARTS = new RegExp(
  String.raw`\s+|(?:#|//).*|/\*[^]*?\*/|("${IN_STRING}"|<<-?(\w+)\r?\n[^]*?^[ \t]*\2(?=\s|$)|[\w.+-]+|[^])`,
  "gm",
);

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** Whether it is the first one on its line. */
  readonly isFirst: boolean;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let [line, isFirst] = [1, true];
  for (const { 0: part, 1: token, index: start } of text.matchAll(PARTS)) {
    // A string that does not end on its line.
    if (token === '"') throw new Error(`line ${line}`);
    if (token !== undefined) tokens.push({ text: token, start, end: start + token.length, line, isFirst });
    const breaks = part.split("\n").length - 1;
    line += breaks;
    isFirst = token === undefined && (isFirst || breaks > 0);
  }
  return tokens;
}
