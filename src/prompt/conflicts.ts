/** The conflict markers of one unresolved merge. */
export interface Conflict {
  /** The line of the first marker, such as `<<<<<<< HEAD`, without its line break. */
  readonly text: string;
  /** Offset of the first marker, in UTF-16 code units. */
  readonly start: number;
}

/**
 * Matches a marker that Git writes at the start of a line: seven signs, and a label after a blank. Git's marker
 * for the common ancestor, `|||||||`, may stand between the others and decides nothing.
 */
const MARKER = /^(?:[<>]{7}(?:[ \t].*)?|={7}[ \t]*)$/gm;

/** Returns the conflicts of unresolved merges in a text: `<<<<<<<`, `=======` and `>>>>>>>`, in this order. */
export function conflictsIn(text: string): Conflict[] {
  if (!text.includes("<<<<<<<")) return [];
  const conflicts: Conflict[] = [];
  let first: Conflict | undefined;
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
