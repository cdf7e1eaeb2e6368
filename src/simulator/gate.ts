/** Keeps held calls until they are released. */
export class Gate {
  readonly #waiting = new Set<{ readonly rule: string; readonly open: () => void }>();

  /** Resolves at the next release of this fault rule, or of all rules. */
  wait(rule: string): Promise<void> {
    return new Promise((open) => this.#waiting.add({ rule, open }));
  }

  /** Releases the calls of one fault rule, or of all. */
  release(rule?: string): void {
    for (const call of this.#waiting) {
      if (rule !== undefined && call.rule !== rule) continue;
      this.#waiting.delete(call);
      call.open();
    }
  }
}
