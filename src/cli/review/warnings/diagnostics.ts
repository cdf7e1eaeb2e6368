import type { Diagnostic } from "../../engine/diagnostics";
import { compareText } from "../../shared/lists";
import { compareAddresses } from "../model/addresses";

/** What a message is about, and where in the configuration that stands. */
export function placesOf({ address, source }: Diagnostic): string[] {
  const about = address ?? source?.context ?? null;
  return [
    ...(about === null ? [] : [about]),
    ...(source === null ? [] : [`${source.file} line ${source.line}`]),
  ];
}

/** Of those, what the summary does not say, for formats that have both in one line. */
export function placesBesideSummary(diagnostic: Diagnostic): string[] {
  return placesOf(diagnostic).filter((place) => !diagnostic.summary.includes(place));
}

/** Validation and planning say the same thing twice. What is said of another place is another thing. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).values()];
}

/**
 * Errors first, then by address: engines look at objects side by side, and say what they find as it comes. What they say of one
 * object has an order of its own.
 */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const rank = ({ severity }: Diagnostic) => (severity === "error" ? 0 : 1);
  const where = (one: Diagnostic) => placesOf(one).join();
  return [...diagnostics].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      compareAddresses(a.address ?? "", b.address ?? "") ||
      (a.address === null
        ? compareText(a.summary, b.summary) ||
          compareText(a.detail, b.detail) ||
          compareAddresses(where(a), where(b))
        : 0),
  );
}
