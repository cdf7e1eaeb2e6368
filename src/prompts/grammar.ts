/**
 * Returns a function that makes a value on its first call. V8 takes almost a millisecond to resolve `\p{L}`,
 * even for a literal in code that never runs.
 */
export function whenUsed<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** Unicode classifies some invisible characters as letters. */
export const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}`;

/**
 * A placeholder is `{variable_id}`. The API document does not say which characters an identifier may have
 * (docs/design/prompts.md).
 */
const IDENTIFIER = String.raw`(?!\p{N}+\})[[\p{L}\p{N}_]--${INVISIBLE}][[\p{L}\p{M}\p{N}_.\-]--${INVISIBLE}]*`;

const placeholder = whenUsed(() => new RegExp(String.raw`\{\{${IDENTIFIER}\}\}|\{(${IDENTIFIER})\}`, "vy"));
/** Most prompts have only ASCII identifiers, and `placeholder` is slower. */
const ASCII_PLACEHOLDER = /\{\{(?!\d+\})\w[\w.-]*\}\}|\{((?!\d+\})\w[\w.-]*)\}/y;
/** For braces with non-ASCII characters, the slower pattern `placeholder` decides. */
const BEYOND_ASCII = /\{\{?[^{}\x80-\uffff]*[\x80-\uffff]/y;

export const IDENTIFIER_RULE =
  'An identifier has letters, digits, "_", "-" and ".", starts with a letter, a digit or "_", and is not all digits.';

interface Placeholder {
  readonly variable: string;
  readonly start: number;
  readonly end: number;
}

/** Line and column start at 1. A column is a code point. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function parsePrompt(prompt: string): Placeholder[] {
  const placeholders: Placeholder[] = [];
  visitPlaceholders(prompt, (variable, start, end) => placeholders.push({ variable, start, end }));
  return placeholders;
}

export function visitPlaceholders(
  prompt: string,
  found: (variable: string, start: number, end: number) => void,
): void {
  let start = prompt.indexOf("{");
  while (start >= 0) {
    const match = placeholderAt(prompt, start);
    const variable = match?.[1];
    const end = start + (match?.[0].length ?? 1);
    if (variable !== undefined) found(variable, start, end);
    start = prompt.indexOf("{", end);
  }
}

export function placeholderEnd(prompt: string, start: number): number | undefined {
  const match = placeholderAt(prompt, start);
  return match?.[1] === undefined ? undefined : start + match[0].length;
}

function placeholderAt(prompt: string, start: number): RegExpExecArray | null {
  if (prompt.charCodeAt(start + 1) > 0x7f) return matchAt(placeholder(), prompt, start);
  const match = matchAt(ASCII_PLACEHOLDER, prompt, start);
  if (match !== null || matchAt(BEYOND_ASCII, prompt, start) === null) return match;
  return matchAt(placeholder(), prompt, start);
}

function matchAt(sticky: RegExp, text: string, start: number): RegExpExecArray | null {
  sticky.lastIndex = start;
  return sticky.exec(text);
}

/** Returns each identifier once, sorted by code unit. */
export function promptVariables(prompt: string): string[] {
  return [...new Set(parsePrompt(prompt).map(({ variable }) => variable))].sort();
}

export function placeholderFor(variable: string): string | undefined {
  const text = `{${variable}}`;
  const found = parsePrompt(text);
  return found.length === 1 && found[0]?.variable === variable ? text : undefined;
}

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/**
 * The returned function walks through the text only once, so offsets must not decrease from call to call.
 * `\n`, `\r\n` and `\r` end a line.
 */
export function positionsIn(text: string): (offset: number) => Position {
  let [at, line, column] = [0, 1, 1];
  return (offset) => {
    for (; at < offset; at += 1) {
      const code = text.codePointAt(at)!;
      if (code === LINE_FEED || (code === RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) {
        line += 1;
        column = 1;
      } else {
        column += 1;
        if (code > 0xffff) at += 1;
      }
    }
    return { line, column };
  };
}
