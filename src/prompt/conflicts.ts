/**
 * Matches a marker that Git writes at the start of a line: seven signs, and a label after a blank. Git's marker
 * for the common ancestor, `|||||||`, may stand between the others and decides nothing.
 */
const MARKER = /^(?:[<>]{7}(?:[ \t].*)?|={7}[ \t]*)$/gm;

/**
 * Returns the conflicts of unresolved merges in a text: `<<<<<<<`, `=======` and `>>>>>>>`, in this order. Each is
 * the line of its first marker, without the line break, and the offset of this line in UTF-16 code units.
 */
export function conflictsIn(text: string) {
  if (!text.includes("<<<<<<<")) return [];
  const conflicts: { text: string; start: number }[] = [];
  let first: (typeof conflicts)[number] | undefined;
  let isSeparated = false;
  for (const { 0: marker, index } of text.matchAll(MARKER)) {
    if (marker.startsWith("<<<<<<<")) [first, isSeparated] = [{ text: marker, start: index }, false];
    else if (marker.startsWith("=")) isSeparated = first !== undefined;
    else if (first !== undefined && isSeparated && marker.startsWith(">>>>>>>")) {
      conflicts.push(first);
      first = undefined;
    }
  }
  return conflicts;
}
