import { createRequire } from "node:module";

export interface MarkdownNode {
  readonly type: string;
  readonly literal: string | null;
}

interface Walker {
  next(): { readonly entering: boolean; readonly node: MarkdownNode } | null;
}

/** The reference implementation of CommonMark, which comes without types. */
const { Parser } = createRequire(__filename)("commonmark") as {
  Parser: new () => { parse(text: string): { walker(): Walker } };
};

/** Lists the nodes of a document in reading order. */
export function parseMarkdown(text: string): MarkdownNode[] {
  const walker = new Parser().parse(text).walker();
  const nodes: MarkdownNode[] = [];
  for (let event = walker.next(); event !== null; event = walker.next()) {
    if (event.entering) nodes.push({ type: event.node.type, literal: event.node.literal });
  }
  return nodes;
}
