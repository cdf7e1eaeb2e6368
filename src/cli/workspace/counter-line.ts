/** One line on a terminal that counts; nothing anywhere else. */
export class CounterLine {
  readonly #stream: NodeJS.WriteStream;
  #shown = "";

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
  }

  show(text: string): void {
    if (!this.#stream.isTTY || text === this.#shown) return;
    this.#shown = text;
    this.#stream.write(`\r\u001B[K${text.slice(0, (this.#stream.columns || 80) - 1)}`);
  }

  clear(): void {
    if (this.#shown !== "") this.#stream.write("\r\u001B[K");
    this.#shown = "";
  }
}
