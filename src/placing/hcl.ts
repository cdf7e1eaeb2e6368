/** A value of HCL: a literal, a list or an object. A bare word, such as `true` or `5`, is its text. */
type HclValue = string | readonly HclValue[] | { readonly [key: string]: HclValue };

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
  const tokens = tokensOf(text);
  let next = 0;
  const peek = () => tokens[next]?.text;
  const take = () => tokens[next++]?.text;
  const wrong = () => wrongAt(text, tokens[next - 1]?.end ?? text.length);

  function nameOf(token: string | undefined): string {
    if (token === undefined || /^[{}[\]=:,]$/.test(token)) throw wrong();
    return token.startsWith('"') ? token.slice(1, -1).replace(/\\(["\\])/g, "$1") : token;
  }

  /** Parses up to the closing brace of the body, or to the end of the text at depth 0. */
  function body(depth: number): HclBody {
    if (depth > MAX_DEPTH) throw wrong();
    const attributes: [string, HclValue][] = [];
    const blocks: HclBlock[] = [];
    while (peek() !== (depth === 0 ? undefined : "}")) {
      const start = tokens[next]?.start ?? text.length;
      const type = nameOf(take());
      if (peek() === "=" || peek() === ":") {
        take();
        attributes.push([type, value(depth + 1)]);
        if (peek() === ",") take();
        continue;
      }
      const labels: string[] = [];
      for (let label = take(); label !== "{"; label = take()) labels.push(nameOf(label));
      blocks.push({ type, labels, ...body(depth + 1), start, end: tokens[next - 1]!.end });
    }
    take();
    return { attributes: Object.fromEntries(attributes), blocks };
  }

  function value(depth: number): HclValue {
    const token = take();
    if (token === "{") return body(depth).attributes;
    if (token !== "[") return nameOf(token);
    if (depth > MAX_DEPTH) throw wrong();
    const items: HclValue[] = [];
    while (peek() !== "]") {
      items.push(value(depth + 1));
      if (peek() === ",") take();
      else if (peek() !== "]") throw wrong();
    }
    take();
    return items;
  }

  return body(0);
}

/** Deeper nesting is refused: the parser calls itself for each level. */
const MAX_DEPTH = 50;

/** Matches white space (also a byte order mark) or a comment, or else a token, or else a character of neither. */
const PARTS = /\s+|(?:#|\/\/).*|\/\*[^]*?\*\/|("[^"\\\n]*(?:\\.[^"\\\n]*)*"|[\w.+-]+|[{}[\]=:,])|(.)/g;

function tokensOf(text: string) {
  return Array.from(text.matchAll(PARTS)).flatMap(({ 1: token, 2: other, index: start }) => {
    if (other !== undefined) throw wrongAt(text, start);
    return token === undefined ? [] : { text: token, start, end: start + token.length };
  });
}

function wrongAt(text: string, index: number): Error {
  return new Error(`line ${text.slice(0, index).split("\n").length}`);
}
