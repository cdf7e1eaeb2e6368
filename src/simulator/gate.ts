/** Where held calls wait. */
export class Gate {
  readonly #waiting = new Set<{ rule: string; open: () => void }>();

  /** Resolves when the rule, or everything, is released. */
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

  release(rule?: string): void {
    for (const call of [...this.#waiting]) {
      if (rule === undefined || call.rule === rule) call.open();
    }
  }
}
