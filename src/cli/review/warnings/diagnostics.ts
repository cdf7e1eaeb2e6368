import type { Diagnostic } from "../../engine/diagnostics";
import { compareText } from "../../shared/lists";
import { compareAddresses } from "../model/addresses";

/** Returns the address of a diagnostic and its place in the configuration, as far as known. */
export function placesOf({ address, source }: Diagnostic): string[] {
  const about = address ?? source?.context ?? null;
  return [about, source && `${source.file} line ${source.line}`].filter((place) => place !== null);
}

/**
 * Removes duplicates, because validation and planning report the same diagnostics. Equal texts about
 * different places are no duplicates.
 */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [JSON.stringify(one), one])).values()];
}

/**
 * Returns errors, then warnings, each by address. Diagnostics with the same address keep their order. Errors of a
 * provider come first, because they make others fail.
 */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const where = (one: Diagnostic) => placesOf(one).join();
  const rank = ({ severity, address }: Diagnostic) =>
    severity === "warning" ? 2 : Number(!/(?:^|\.)provider\[/.test(address ?? ""));
  return [...diagnostics].sort((a, b) => {
    const order = rank(a) - rank(b) || compareAddresses(a.address ?? "", b.address ?? "");
    if (order !== 0 || a.address !== null) return order;
    const byText = compareText(a.summary, b.summary) || compareText(a.detail, b.detail);
    return byText || compareAddresses(where(a), where(b));
  });
}
