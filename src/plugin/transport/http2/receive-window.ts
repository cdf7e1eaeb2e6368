/**
 * How much a client may send before it has to wait for more room (RFC 9113, 5.2). What comes is taken at once, so the
 * room never runs out; how much of it is kept is for the reader of the data to limit.
 */
export class ReceiveWindow {
  private used = 0;

  constructor(private readonly size: number) {}

  /** Notes what came. Returns how much room to give back, 0 while there is still plenty. */
  take(length: number): number {
    this.used += length;
    if (this.used <= this.size / 2) return 0;
    const { used } = this;
    this.used = 0;
    return used;
  }
}
