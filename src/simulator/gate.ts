/** Keeps held calls until they are released. */
export class Gate {
  readonly #waiting = new Set<{ rule: string; open: () => void }>();

  /** Resolves when the fault rule, or every rule, is released. */
  wait(rule: string): Promise<void> {
    return new Promise((resolve) => {
      const call = {
        rule,
        open: () => {
          this.#waiting.delete(call);
          resolve();
        },
      };
      this.#waiting.add(call);
    });
  }

  /** Releases the calls of one fault rule, or of all. */
  release(rule?: string): void {
    for (const call of [...this.#waiting]) {
      if (rule === undefined || call.rule === rule) call.open();
    }
  }
}
