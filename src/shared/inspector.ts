/**
 * Keeps Node's inspector closed, which Node opens at SIGUSR1: whoever reaches its port can read the credentials. A listener
 * of our own takes the place of Node's. Newer versions have the option `--disable-sigusr1`, which older ones refuse.
 */
export function keepInspectorClosed(): void {
  process.on("SIGUSR1", () => undefined);
}
