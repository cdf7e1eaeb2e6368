import type { Diagnostic } from "../../engine/diagnostics";
import { compareText } from "../../shared/lists";
import { compareAddresses } from "../model/addresses";

/** Returns the address of a diagnostic and its place in the configuration, as far as known. */
export function placesOf({ address, source }: Diagnostic): string[] {
  const about = address ?? source?.context ?? null;
  return [
    ...(about === null ? [] : [about]),
    ...(source === null ? [] : [`${source.file} line ${source.line}`]),
  ];
}

/** Returns the places that the summary does not contain, for formats that print both in one line. */
export function placesBesideSummary(diagnostic: Diagnostic): string[] {
  return placesOf(diagnostic).filter((place) => !diagnostic.summary.includes(place));
}

/** Validation and planning report the same. A diagnostic with another place is no duplicate. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).values()];
}

/**
 * Returns errors first, then by address: engines work on objects in parallel and report in any order.
 * Diagnostics about the same object keep their order.
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
