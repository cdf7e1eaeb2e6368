export const OLDEST_NODE = [20, 18, 1] as const;

/** Compares the first `x.y.z` in `version` with `least`. */
export function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = (/(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
  const different = least.findIndex((part, index) => part !== parts[index]);
  return different === -1 || (parts[different] ?? 0) > least[different]!;
}
