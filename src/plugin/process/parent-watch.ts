/** How long a host may be without a connection before it counts as dead; a live one holds one open throughout. */
const DISCONNECTED_GRACE_MS = 5000;

/** go-plugin waits this long for a plugin to start, and connects right after. */
const NEVER_CONNECTED_GRACE_MS = 60_000;

/** How often `watchParent` looks. */
const LOOK_EVERY_MS = 1000;

interface ParentView {
  readonly parentId: number;
  readonly connections: number;
}

/**
 * Decides whether the host is dead. Its process id tells when it started us directly; behind a shell that waits
 * for us, only the closed connection does. It also tells on Windows, where the parent id never changes.
 */
export class ParentWatch {
  readonly #parentId: number;
  #wasConnected = false;
  #aloneSince: number;

  /** `now` is in milliseconds, from any clock that does not jump. */
  constructor(first: ParentView, now: number) {
    this.#parentId = first.parentId;
    this.#aloneSince = now;
  }

  isOrphaned({ parentId, connections }: ParentView, now: number): boolean {
    if (connections > 0) {
      this.#wasConnected = true;
      this.#aloneSince = now;
    }
    const grace = this.#wasConnected ? DISCONNECTED_GRACE_MS : NEVER_CONNECTED_GRACE_MS;
    return parentId !== this.#parentId || now - this.#aloneSince >= grace;
  }
}

/** Calls `onOrphaned` once, when the host is dead. Does not keep the process alive. */
export function watchParent(connections: () => number, onOrphaned: () => void): void {
  const view = (): ParentView => ({ parentId: process.ppid, connections: connections() });
  // Not `performance`: Node loads that with its first use, and the handshake would wait for it.
  const now = () => process.uptime() * 1000;
  const watch = new ParentWatch(view(), now());
  const timer = setInterval(() => {
    if (!watch.isOrphaned(view(), now())) return;
    clearInterval(timer);
    onOrphaned();
  }, LOOK_EVERY_MS);
  timer.unref();
}
