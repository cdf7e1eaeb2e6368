import { makeVisible } from "../../../page/visible-text";
import type { Diagnostic } from "../../engine/diagnostics";
import type { Paint } from "./paint";

/** Returns the lines of a diagnostic. */
export function diagnosticLines(
  { severity, summary, detail }: Pick<Diagnostic, "severity" | "summary" | "detail">,
  paint: Paint,
  places: readonly string[] = [],
): string[] {
  const label = severity === "error" ? paint("red", "Error") : paint("yellow", "Warning");
  const at = places.length === 0 ? "" : ` (${places.map(makeVisible).join(", ")})`;
  const lines = detail === "" ? [] : detail.split("\n");
  return [`${label}: ${makeVisible(summary)}${at}`, ...lines.map((line) => `  ${makeVisible(line)}`)];
}
