import type { OutreachError } from "../../client";

/** Records the failures that concern all calls of a run. Each of them is reported in full once. */
export class RunFailures {
  /** True once an error that fails the whole run is reported. A second report would not help the user. */
  isFailing = false;
  /** The error of a retried call which shows that no call can succeed. Once it is set, no call is begun. */
  outage: OutreachError | undefined;
  readonly #failures = { read: 0, write: 0 };
  readonly #reported = new Set<string>();

  /** Records an error that concerns every call. Returns true for the first, which is reported in full. */
  reportFailure(): boolean {
    const isFirst = !this.isFailing;
    this.isFailing = true;
    return isFirst;
  }

  /** Records an outage that fails the run. Returns true if no failure of the run has been reported yet. */
  reportOutage(outage: OutreachError): boolean {
    this.recordOutage(outage);
    return this.reportFailure();
  }

  /** Records an outage that may be reported as a warning only. Returns true for the first outage. */
  recordOutage(outage: OutreachError): boolean {
    const isFirst = this.outage === undefined;
    this.outage ??= outage;
    return isFirst;
  }

  /** Returns true for the first resource that reports `what`. Other resources would report the same. */
  isFirstReport(what: string): boolean {
    const isFirst = !this.#reported.has(what);
    this.markReported(what);
    return isFirst;
  }

  markReported(what: string): void {
    this.#reported.add(what);
  }

  /**
   * Records the final result of a call. `failure` is the denial of a read of a listed object, or the failure
   * or denial of a write; undefined for any other result. Ten such failures in a row are an outage.
   */
  recordResult(of: "read" | "write", failure: OutreachError | undefined): void {
    this.#failures[of] = failure === undefined ? 0 : this.#failures[of] + 1;
    if (failure !== undefined && this.#failures[of] === TERRAFORM_PARALLELISM) this.reportOutage(failure);
  }
}

/** How many resources Terraform works on at a time by default. */
export const TERRAFORM_PARALLELISM = 10;
