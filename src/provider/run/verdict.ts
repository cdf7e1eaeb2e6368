import type { OutreachError } from "../../client";

/** How many resources Terraform works on at a time by default. */
export const TERRAFORM_PARALLELISM = 10;

/** Records the failures that concern all calls of a run. Each of them is reported in full once. */
export class Verdict {
  #isFailing = false;
  #outage: OutreachError | undefined;
  #failedWrites = 0;
  #deniedReads = 0;
  readonly #reported = new Set<string>();

  /** True once an error that fails the whole run is reported. To report it again would not help the user. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** The error that shows, after its retries, that no call can succeed. Once it is set, no call is begun. */
  get outage(): OutreachError | undefined {
    return this.#outage;
  }

  /** Records an error that concerns every call. Returns true for the first one: report it in full. */
  reportFailure(): boolean {
    const isFirst = !this.#isFailing;
    this.#isFailing = true;
    return isFirst;
  }

  /** Records an outage that fails the run. Returns true for the first failure: report it in full. */
  reportOutage(outage: OutreachError): boolean {
    this.recordOutage(outage);
    return this.reportFailure();
  }

  /** Records an outage that may be reported as a warning only. Returns true for the first outage. */
  recordOutage(outage: OutreachError): boolean {
    const isFirst = this.#outage === undefined;
    this.#outage ??= outage;
    return isFirst;
  }

  /** Returns true for the first resource that reports `what`, which concerns others, too. */
  isFirstReport(what: string): boolean {
    const isFirst = !this.#reported.has(what);
    this.markReported(what);
    return isFirst;
  }

  /** Prevents all resources of this run from reporting `what`. */
  markReported(what: string): void {
    this.#reported.add(what);
  }

  /** Records the final result of a write: `failure` if the server failed. Ten in a row are an outage. */
  recordWrite(failure: OutreachError | undefined): void {
    this.#failedWrites = failure === undefined ? 0 : this.#failedWrites + 1;
    if (failure !== undefined && this.#failedWrites === TERRAFORM_PARALLELISM) this.reportOutage(failure);
  }

  /** Records the result of a read. Ten successive denials of listed objects are an outage. */
  recordRead(denial: OutreachError | undefined): void {
    this.#deniedReads = denial === undefined ? 0 : this.#deniedReads + 1;
    if (denial !== undefined && this.#deniedReads === TERRAFORM_PARALLELISM) this.reportOutage(denial);
  }
}
