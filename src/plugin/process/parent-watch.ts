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
 * Returns a function that reports whether Terraform has ended. If Terraform started this process directly, the
 * parent id then changes. Behind a shell and on Windows, only the lost connection shows it. Times are in
 * milliseconds of a monotonic clock.
 */
export function parentWatch(
  first: ParentView,
  startedAt: number,
): (view: ParentView, now: number) => boolean {
  let wasConnected = false;
  let disconnectedSince = startedAt;
  return ({ parentId, connections }, now) => {
    if (connections > 0) {
      wasConnected = true;
      disconnectedSince = now;
    }
    const grace = wasConnected ? DISCONNECTED_GRACE_MS : NEVER_CONNECTED_GRACE_MS;
    return parentId !== first.parentId || now - disconnectedSince >= grace;
  };
}

/** Calls `onOrphaned` once, when Terraform has ended. The timer does not keep the process alive. */
export function watchParent(connections: () => number, onOrphaned: () => void): void {
  const view = (): ParentView => ({ parentId: process.ppid, connections: connections() });
  // This does not use `performance`: Node loads `performance` on first use, which would delay the handshake.
  const now = () => process.uptime() * 1000;
  const isOrphaned = parentWatch(view(), now());
  const timer = setInterval(() => {
    if (!isOrphaned(view(), now())) return;
    clearInterval(timer);
    onOrphaned();
  }, CHECK_INTERVAL_MS);
  timer.unref();
}
