import type { OutreachError } from "../../client";

/** A failure that concerns all calls of a run is reported in full once. */
export class RunFailures {
  isFailing = false;
  outage: OutreachError | undefined;
  readonly #failures = { read: 0, write: 0 };
  readonly #reported = new Set<string>();

  reportFailure(): boolean {
    const isFirst = !this.isFailing;
    this.isFailing = true;
    return isFirst;
  }

  /** Returns true if the run has reported no failure yet. */
  reportOutage(outage: OutreachError): boolean {
    this.recordOutage(outage);
    return this.reportFailure();
  }

  /** Returns true for the first outage, which a data source may report as a warning. */
  recordOutage(outage: OutreachError): boolean {
    const isFirst = this.outage === undefined;
    this.outage ??= outage;
    return isFirst;
  }

  /** Returns true for the first resource that reports `what`. */
  isFirstReport(what: string): boolean {
    const isFirst = !this.#reported.has(what);
    this.markReported(what);
    return isFirst;
  }

  markReported(what: string): void {
    this.#reported.add(what);
  }

  /**
   * Records the final result of a call. `failure` is a failed or denied write, or a denied read of a listed
   * object. Ten failures in a row are an outage.
   */
  recordResult(of: "read" | "write", failure: OutreachError | undefined): void {
    this.#failures[of] = failure === undefined ? 0 : this.#failures[of] + 1;
    if (failure !== undefined && this.#failures[of] === TERRAFORM_PARALLELISM) this.reportOutage(failure);
  }
}

/** Terraform's default number of concurrent operations on resources. */
export const TERRAFORM_PARALLELISM = 10;
