/** Prevents SIGUSR1 from opening Node's inspector, which gives access to the credentials. */
export function keepInspectorClosed(): void {
  process.on("SIGUSR1", () => undefined);
}
