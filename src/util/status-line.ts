/** Returns a function that shows a text in one line; "" clears the line. Writes only to a terminal. */
export function statusLine(stream: NodeJS.WriteStream = process.stderr): (text: string) => void {
  let shown = "";
  return (text) => {
    if (!stream.isTTY || text === shown) return;
    shown = text;
    stream.write(`\r\u001B[K${text.slice(0, (stream.columns || 80) - 1)}`);
  };
}
