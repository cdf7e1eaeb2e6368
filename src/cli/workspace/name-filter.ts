/** Matches whole names against globs: `*` stands for any characters, `?` for one; letter case counts. */
export function nameFilter(match: readonly string[], exclude: readonly string[]): (name: string) => boolean {
  const included = match.map(globPattern);
  const excluded = exclude.map(globPattern);
  return (name) =>
    (included.length === 0 || included.some((pattern) => pattern.test(name))) &&
    !excluded.some((pattern) => pattern.test(name));
}

function globPattern(glob: string): RegExp {
  const signs: Readonly<Record<string, string>> = { "*": ".*", "?": "." };
  // Consecutive stars become one: the regular expression would try all their combinations.
  const pattern = glob
    .replace(/\*+/g, "*")
    .replace(/[^]/gu, (sign) => signs[sign] ?? sign.replace(/[\\^$.|()[\]{}+/-]/, "\\$&"));
  return new RegExp(`^${pattern}$`, "su");
}
