import { makeVisible } from "../../page/visible-text";

interface Progress {
  /** Runs a task that the line shows while it lasts. */
  during<T>(name: string, task: () => Promise<T>): Promise<T>;
}

/** One line on a terminal that says what is being planned; nothing anywhere else. */
export function progressOn(stream: NodeJS.WriteStream, total: number): Progress {
  const running = new Set<string>();
  let done = 0;
  const show = () => {
    if (!stream.isTTY) return;
    const line = `Planning ${[...running].map(makeVisible).join(", ")} (${done} of ${total} done)`;
    stream.write(`\r\u001B[K${running.size === 0 ? "" : line.slice(0, (stream.columns || 80) - 1)}`);
  };
  return {
    async during(name, task) {
      running.add(name);
      show();
      try {
        return await task();
      } finally {
        running.delete(name);
        done += 1;
        show();
      }
    },
  };
}
