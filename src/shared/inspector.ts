/** Keeps Node's inspector closed, which gives access to the credentials and which Node opens on SIGUSR1. */
export function keepInspectorClosed(): void {
  process.on("SIGUSR1", () => undefined);
}
