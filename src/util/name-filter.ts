/**
 * In a pattern, `*` stands for any characters, and `?` for one; case matters. Without `match` patterns, the
 * filter selects all names that `exclude` does not match.
 */
export function nameFilter(match: readonly string[], exclude: readonly string[]): (name: string) => boolean {
  // A terminal may pass letters and accents as separate characters.
  const charactersOf = (text: string) => Array.from(text.normalize("NFC"));
  const [included, excluded] = [match.map(charactersOf), exclude.map(charactersOf)];
  return (name) => {
    const isMatched = (pattern: readonly string[]) => matches(pattern, charactersOf(name));
    return (included.length === 0 || included.some(isMatched)) && !excluded.some(isMatched);
  };
}

/**
 * Backtracks only to the last star, because an earlier star could only match less of the text. Glob libraries
 * use regular expressions, which may take minutes (docs/design/export.md).
 */
function matches(pattern: readonly string[], text: readonly string[]): boolean {
  let [at, next] = [0, 0];
  let star: { readonly after: number; from: number } | undefined;
  while (at < text.length) {
    if (pattern[next] === "*") {
      next += 1;
      star = { after: next, from: at };
    } else if (next < pattern.length && (pattern[next] === "?" || pattern[next] === text[at])) {
      next += 1;
      at += 1;
    } else if (star !== undefined) {
      star.from += 1;
      at = star.from;
      next = star.after;
    } else return false;
  }
  return pattern.slice(next).every((sign) => sign === "*");
}
