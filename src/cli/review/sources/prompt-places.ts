import type { Diagnostic } from "../../engine/diagnostics";
import type { LineAt } from "./source-lines";

/** Matches the places at the start of a warning about one text of a prompt. */
const ONE_TEXT = /^In the prompt at (line \d+, column \d+(?:; line \d+, column \d+)*)/;

/** Matches the start of a warning that lists lines of several texts. */
const SEVERAL_TEXTS = /^In the prompt, (?=lines? \d)/;

/**
 * Returns a warning about a prompt that counts the lines of the prompt file. It stays as it is if its places are not all
 * in one file.
 */
export function placedIn(
  warning: Diagnostic,
  lineAt: LineAt,
  shownPath: (file: string) => string,
): Diagnostic {
  const { places = [], texts = [] } = warning.prompt ?? {};
  const quotesIn = (text: string) => texts.some((one) => text.includes(one.replace(/…$/, "")));
  const found = places.map(({ line, column }) => ({ line, column, source: lineAt(line, quotesIn) }));
  const files = [...new Set(found.map(({ source }) => source?.file))];
  const [file] = files;
  if (files.length !== 1 || file === undefined) return warning;
  const isShifted = found.some(({ line, source }) => line !== source!.line);
  const shown = shownPath(file);
  const { detail } = warning;
  if (!isShifted) {
    const placed = detail.replace(ONE_TEXT, (_, where: string) => `In ${shown} at ${where}`);
    return { ...warning, detail: placed.replace(SEVERAL_TEXTS, () => `In ${shown}, `) };
  }
  // A part may begin within a line of the prompt, so its columns may differ.
  const lines = found.map(({ source }) => `line ${source!.line}`).join("; ");
  return { ...warning, detail: detail.replace(ONE_TEXT, () => `In ${shown} at ${lines}`) };
}
