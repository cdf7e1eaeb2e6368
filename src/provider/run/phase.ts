/** The phase of a run: planning until the first write begins, then writing. Terraform may stop it. */
export class Phase {
  readonly #stopped: AbortSignal;
  readonly #planningEnds: () => void;
  #isWriting = false;

  /** `planningEnds` is called at a stop and before a write: prefetched objects are outdated then. */
  constructor(stopped: AbortSignal, planningEnds: () => void) {
    this.#stopped = stopped;
    this.#planningEnds = planningEnds;
    stopped.addEventListener("abort", planningEnds);
  }

  /** True once this run has begun a write: the run is an apply. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** True once Terraform, or Ctrl-C, has asked the provider to stop. */
  get isStopped(): boolean {
    return this.#stopped.aborted;
  }

  beginWriting(): void {
    this.#isWriting = true;
    this.#planningEnds();
  }

  close(): void {
    this.#stopped.removeEventListener("abort", this.#planningEnds);
    this.#planningEnds();
  }
}
