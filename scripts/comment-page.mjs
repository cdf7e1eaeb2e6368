// Renders the Markdown of a review as a code host does, for a picture.

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Code spans contain no markup, so they are rendered first. */
function inline(text) {
  return text
    .split(/(`+[^`]*`+)/)
    .map((part, i) => {
      if (i % 2 === 1) return `<code>${escape(part.replace(/^`+ ?|(?<=\S) ?`+$/g, ""))}</code>`;
      return part.replace(/\*\*(.+?)\*\*/g, "<b>$1</b>").replace(/\*(.+?)\*/g, "<i>$1</i>");
    })
    .join("")
    .replace(/\*\*(.+?)\*\*/g, "<b>$1</b>");
}

function table(lines) {
  const rows = lines
    .filter((_, i) => i !== 1)
    .map((line) => line.slice(1, -1).split("|"))
    .map((cells, i) =>
      cells.map((cell) => (i === 0 ? `<th>${inline(cell.trim())}</th>` : `<td>${inline(cell.trim())}</td>`)),
    );
  return `<table>${rows.map((cells) => `<tr>${cells.join("")}</tr>`).join("")}</table>`;
}

function quote(lines) {
  const kind = /^\[!(\w+)\]$/.exec(lines[0] ?? "")?.[1];
  if (kind === undefined) return `<blockquote>${blocks(lines)}</blockquote>`;
  const title = `${kind[0]}${kind.slice(1).toLowerCase()}`;
  return `<blockquote class="${kind.toLowerCase()}"><p class="title">${title}</p>${blocks(lines.slice(1))}</blockquote>`;
}

function fence(lines) {
  const signs = { "+": "added", "-": "removed", "@": "folded" };
  const inner = lines
    .slice(1, -1)
    .map((line) => `<span class="${signs[line[0]] ?? ""}">${escape(line)}\n</span>`);
  return `<pre>${inner.join("")}</pre>`;
}

/**
 * The kinds of blocks: which lines form the block, and its HTML.
 *
 * @type {{ starts: RegExp; continues?: RegExp; lasts?(block: string[]): boolean; write(block: any): string }[]}
 */
const KINDS = [
  { starts: /^```/, lasts: (lines) => lines.length < 2 || !/^`{3,}$/.test(lines.at(-1) ?? ""), write: fence },
  { starts: /^> ?/, continues: /^>/, write: (lines) => quote(lines.map((line) => line.replace(/^> ?/, ""))) },
  { starts: /^\|/, continues: /^\|/, write: table },
  {
    starts: /^- /,
    continues: /^(- | {2})/,
    write: (lines) =>
      `<ul>${lines.map((line) => `<li>${inline(line.replace(/^- /, ""))}</li>`).join("")}</ul>`,
  },
  {
    starts: /^#/,
    write: ([line]) =>
      line.replace(/^(#+) (.*)$/, (_, marks, text) => `<h${marks.length}>${inline(text)}</h${marks.length}>`),
  },
  { starts: /^</, write: ([line]) => line },
  { starts: /./, continues: /^[^`>|#<-]/, write: (lines) => `<p>${inline(lines.join(" "))}</p>` },
];

function blocks(lines) {
  let source = "";
  for (let i = 0; i < lines.length; i += 1) {
    const kind = KINDS.find(({ starts }) => starts.test(lines[i]));
    if (kind === undefined) continue;
    const block = [lines[i]];
    while (i + 1 < lines.length && (kind.lasts?.(block) ?? kind.continues?.test(lines[i + 1])))
      block.push(lines[(i += 1)]);
    source += kind.write(block);
  }
  return source;
}

const STYLES = `
body { margin: 0; padding: 16px; background: #fff; color: #1f2328; font: 14px/1.5 system-ui, sans-serif; }
.comment { border: 1px solid #d1d9e0; border-radius: 6px; }
.author { padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; color: #59636e; }
.author b { color: #1f2328; }
.text { padding: 0 16px 8px; }
h2 { font-size: 21px; padding-bottom: 6px; border-bottom: 1px solid #d1d9e0; margin: 16px 0; }
h3 { font-size: 17.5px; margin: 24px 0 12px; } h4 { font-size: 14px; margin: 20px 0 12px; }
p, ul, table, pre, blockquote { margin: 0 0 14px; } ul { padding-left: 28px; }
code, pre { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 12px; }
code { padding: 2px 5px; background: #818b981f; border-radius: 6px; }
table { border-collapse: collapse; } th, td { border: 1px solid #d1d9e0; padding: 6px 13px; }
pre { padding: 14px; background: #f6f8fa; border-radius: 6px; line-height: 1.45; overflow: hidden; }
pre span { display: block; } .added { color: #116329; background: #dafbe1; } .removed { color: #82071e; background: #ffebe9; } .folded { color: #8250df; }
summary { cursor: pointer; margin-bottom: 8px; }
blockquote { padding: 0 14px; border-left: 4px solid #d1d9e0; color: #59636e; }
blockquote > :last-child { margin-bottom: 0; }
blockquote.caution { padding: 8px 14px; border-color: #cf222e; color: inherit; } .caution .title { color: #d1242f; font-weight: 600; margin-bottom: 8px; }
blockquote.note { padding: 8px 14px; border-color: #0969da; color: inherit; } .note .title { color: #0969da; font-weight: 600; margin-bottom: 8px; }
`;

export function commentPage(markdown) {
  return `<!doctype html><meta charset="utf-8"><style>${STYLES}</style>
<div class="comment"><div class="author"><b>review-bot</b> commented</div><div class="text">${blocks(markdown.split("\n"))}</div></div>`;
}
