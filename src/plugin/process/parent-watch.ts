/** A live host keeps a connection open: a host without a connection for this long counts as dead. */
const DISCONNECTED_GRACE_MS = 5000;

/** go-plugin waits this long for the handshake line, and connects at once after it. */
const NEVER_CONNECTED_GRACE_MS = 60_000;

/** Interval at which `watchParent` checks. */
const CHECK_INTERVAL_MS = 1000;

interface ParentView {
  readonly parentId: number;
  readonly connections: number;
}

/**
 * Decides whether the host is dead. The parent id changes when the host started this process directly and
 * then ended. Behind a shell and on Windows the id stays the same: only the lost connection shows the end.
 */
export class ParentWatch {
  readonly #parentId: number;
  #wasConnected = false;
  #disconnectedSince: number;

  /** `now` is in milliseconds of a monotonic clock. */
  constructor(first: ParentView, now: number) {
    this.#parentId = first.parentId;
    this.#disconnectedSince = now;
  }

  /** Reports whether the host is dead. */
  isOrphaned({ parentId, connections }: ParentView, now: number): boolean {
    if (connections > 0) {
      this.#wasConnected = true;
      this.#disconnectedSince = now;
    }
    const grace = this.#wasConnected ? DISCONNECTED_GRACE_MS : NEVER_CONNECTED_GRACE_MS;
    return parentId !== this.#parentId || now - this.#disconnectedSince >= grace;
  }
}

/** Calls `onOrphaned` once, when the host is dead. Its timer does not keep the process alive. */
export function watchParent(connections: () => number, onOrphaned: () => void): void {
  const view = (): ParentView => ({ parentId: process.ppid, connections: connections() });
  // Not `performance`, which Node loads on first use: the handshake would wait for it.
  const now = () => process.uptime() * 1000;
  const watch = new ParentWatch(view(), now());
  const timer = setInterval(() => {
    if (!watch.isOrphaned(view(), now())) return;
    clearInterval(timer);
    onOrphaned();
  }, CHECK_INTERVAL_MS);
  timer.unref();
}
