/** A host that has no connection for this long counts as dead: a live host keeps a connection open. */
const DISCONNECTED_GRACE_MS = 5000;

/** The limit before the first connection: go-plugin waits this long for the handshake line. */
const NEVER_CONNECTED_GRACE_MS = 60_000;

/** Interval at which `watchParent` checks. */
const CHECK_INTERVAL_MS = 1000;

interface ParentView {
  readonly parentId: number;
  readonly connections: number;
}

/**
 * Decides whether the host is dead. If the host started this process directly, the parent id changes when the
 * host ends. Behind a shell and on Windows, the parent id stays the same: only the lost connection shows that
 * the host has ended.
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
  // Not `performance`: Node loads it on first use, which would delay the handshake.
  const now = () => process.uptime() * 1000;
  const watch = new ParentWatch(view(), now());
  const timer = setInterval(() => {
    if (!watch.isOrphaned(view(), now())) return;
    clearInterval(timer);
    onOrphaned();
  }, CHECK_INTERVAL_MS);
  timer.unref();
}
