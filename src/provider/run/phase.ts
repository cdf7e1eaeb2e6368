/** What a run does: it plans until it begins its first write, and Terraform may stop it at any time. */
export class Phase {
  readonly #stopped: AbortSignal;
  readonly #planningEnds: () => void;
  #isWriting = false;

  /** `planningEnds` is called at a stop and before a write: what was read ahead is outdated then. */
  constructor(stopped: AbortSignal, planningEnds: () => void) {
    this.#stopped = stopped;
    this.#planningEnds = planningEnds;
    stopped.addEventListener("abort", planningEnds);
  }

  /** True once this run has begun a write: it carries out a plan and makes none. */
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
