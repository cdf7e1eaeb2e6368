/** Terraform keeps a connection open while it runs. If it has none for this long, it counts as ended. */
const DISCONNECTED_GRACE_MS = 5000;

/** The same limit before the first connection. It is as long as go-plugin waits for the handshake line. */
const NEVER_CONNECTED_GRACE_MS = 60_000;

/** Time between two checks of `watchParent`. */
const CHECK_INTERVAL_MS = 1000;

interface ParentView {
  readonly parentId: number;
  readonly connections: number;
}

/**
 * Decides whether Terraform has ended. If Terraform started this process directly, the parent id changes when
 * Terraform ends. Behind a shell and on Windows, the parent id stays the same. There, only the lost
 * connection shows that Terraform has ended.
 */
export class ParentWatch {
  readonly #parentId: number;
  #wasConnected = false;
  #disconnectedSince: number;

  /** `now` is the time of a monotonic clock in milliseconds. */
  constructor(first: ParentView, now: number) {
    this.#parentId = first.parentId;
    this.#disconnectedSince = now;
  }

  /** Reports whether Terraform has ended. */
  isOrphaned({ parentId, connections }: ParentView, now: number): boolean {
    if (connections > 0) {
      this.#wasConnected = true;
      this.#disconnectedSince = now;
    }
    const grace = this.#wasConnected ? DISCONNECTED_GRACE_MS : NEVER_CONNECTED_GRACE_MS;
    return parentId !== this.#parentId || now - this.#disconnectedSince >= grace;
  }
}

/** Calls `onOrphaned` once, when Terraform has ended. The timer does not keep the process alive. */
export function watchParent(connections: () => number, onOrphaned: () => void): void {
  const view = (): ParentView => ({ parentId: process.ppid, connections: connections() });
  // This does not use `performance`: Node loads `performance` on first use, which would delay the handshake.
  const now = () => process.uptime() * 1000;
  const watch = new ParentWatch(view(), now());
  const timer = setInterval(() => {
    if (!watch.isOrphaned(view(), now())) return;
    clearInterval(timer);
    onOrphaned();
  }, CHECK_INTERVAL_MS);
  timer.unref();
}
