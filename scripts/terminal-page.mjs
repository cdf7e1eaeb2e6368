// Renders commands and their output as a terminal does, for a picture.

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function line(text) {
  const kind = /^\+ /.test(text) ? "added" : /^- /.test(text) ? "removed" : "";
  return `<span class="${kind}">${escape(text)}</span>`;
}

/**
 * Returns a page in HTML.
 *
 * @param {readonly { readonly command: string, readonly stdout: string, readonly stderr: string }[]} runs
 */
export function terminalPage(runs) {
  const parts = runs.map(
    ({ command, stdout, stderr }) =>
      `<b>$ ${escape(command)}</b>\n${`${stdout}${stderr}`.trimEnd().split("\n").map(line).join("\n")}\n`,
  );
  return `<!doctype html>
<meta charset="utf-8">
<style>
  body { margin: 0; padding: 20px 24px; background: #10151c; color: #d7dde5; }
  pre { margin: 0; font: 14px/1.5 "DejaVu Sans Mono", ui-monospace, monospace; white-space: pre-wrap; }
  b { color: #fff; }
  .added { color: #7ee2a0; }
  .removed { color: #ff9a94; }
</style>
<pre>${parts.join("\n")}</pre>
`;
}
