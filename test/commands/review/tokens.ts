/** Lists the markup of a page. This small tokenizer follows the HTML standard, section 13.2.5. */
export type Token =
  | { readonly kind: "tag"; readonly name: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly kind: "end"; readonly name: string }
  | { readonly kind: "text"; readonly text: string }
  /** Comments, doctypes, and markup that a browser reads as a comment. */
  | { readonly kind: "other"; readonly source: string };

const RAW = new Set(["style", "script", "textarea", "title"]);
const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />=][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]+)))?/y;

export function tokensOf(page: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < page.length) {
    const rest = page.slice(at, at + 2);
    if (/^<[a-zA-Z]/.test(rest)) {
      const { tag, end } = readTag(page, at);
      tokens.push(tag);
      at = end;
      if (!RAW.has(tag.name)) continue;
      const close = page.slice(at).search(new RegExp(`</${tag.name}[\\t\\n\\f\\r />]`, "i"));
      const stop = close < 0 ? page.length : at + close;
      tokens.push({ kind: "text", text: page.slice(at, stop) });
      at = stop;
    } else if (rest === "</" || rest === "<!" || rest === "<?") {
      const end = behind(page, page.startsWith("<!--", at) ? "-->" : ">", at);
      const source = page.slice(at, end);
      const name = /^<\/([a-zA-Z][^\s/>]*)/.exec(source)?.[1];
      tokens.push(name === undefined ? { kind: "other", source } : { kind: "end", name: name.toLowerCase() });
      at = end;
    } else {
      const next = page.slice(at + 1).search(/<[a-zA-Z/!?]/);
      const end = next < 0 ? page.length : at + 1 + next;
      tokens.push({ kind: "text", text: page.slice(at, end) });
      at = end;
    }
  }
  return tokens;
}

/** Markup that is never closed extends to the end of the page. */
function behind(page: string, end: string, from: number): number {
  const found = page.indexOf(end, from);
  return found < 0 ? page.length : found + end.length;
}

function readTag(page: string, at: number): { tag: Token & { kind: "tag" }; end: number } {
  const name = /^[^\t\n\f\r />]+/.exec(page.slice(at + 1, at + 100))![0].toLowerCase();
  const attributes: Record<string, string> = {};
  ATTRIBUTE.lastIndex = at + 1 + name.length;
  let end = ATTRIBUTE.lastIndex;
  for (let match = ATTRIBUTE.exec(page); match !== null; match = ATTRIBUTE.exec(page)) {
    attributes[match[1]!.toLowerCase()] = decode(match[2] ?? match[3] ?? match[4] ?? "");
    end = ATTRIBUTE.lastIndex;
  }
  return { tag: { kind: "tag", name, attributes }, end: behind(page, ">", end) };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

export function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, number: string | undefined, name: string) =>
    number === undefined ? ENTITIES[name]! : String.fromCodePoint(Number(number)),
  );
}

/** Returns the visible text of a part of a page. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === "text" ? decode(token.text) : "")).join("");
}
