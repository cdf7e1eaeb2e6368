/**
 * Keeps Node's inspector closed, which Node opens on SIGUSR1: its port gives access to the credentials. This
 * listener replaces Node's. Only newer versions have the option `--disable-sigusr1`.
 */
export function keepInspectorClosed(): void {
  process.on("SIGUSR1", () => undefined);
}
