import { makeVisible } from "../../../page/visible-text";
import { type Segment, unifiedLines } from "../../diff/display";
import type { TextDiff } from "../../diff/rows";
import { count } from "../../shared/text";
import type { AttributeChange } from "../model/review";
import * as wording from "../wording/attributes";
import type { Paint } from "./paint";

/** Returns the lines of an attribute: its values in one line, or a diff. */
export function attributeLines(
  attribute: AttributeChange,
  owner: wording.AttributeOwner,
  paint: Paint,
): string[] {
  const { path, diff, forcesReplace } = attribute;
  const label = `  ${path === "" ? "value" : makeVisible(path)}: `;
  const forces = forcesReplace ? paint("red", ` (${wording.FORCES})`) : "";
  if (diff === null) {
    const sides = wording.shownSides(attribute, owner.action);
    const texts = sides.map((value) => makeVisible(wording.valueText(value, sides)));
    return [`${label}${texts.join(" → ")}${forces}`];
  }
  const caption = wording.captionOf(attribute, diff, { ...owner, write: makeVisible });
  return [`${label}${caption}${forces}`.trimEnd(), ...diffLines(diff, paint)];
}

function diffLines(diff: TextDiff, paint: Paint): string[] {
  return unifiedLines(diff).map((line) => {
    if (line.kind === "unended") return paint("dim", `    \\ ${wording.NO_LINE_BREAK}`);
    if (line.kind === "folded") return paint("dim", `    … ${count(line.count, "unchanged line")}`);
    const { kind, segments } = line;
    const styled = (style: Parameters<Paint>[0] | null) => (segment: Segment) => {
      if (segment.folded !== null) return paint("dim", segment.text);
      const painted = style === null ? segment.text : paint(style, segment.text);
      return segment.marked ? paint("inverse", painted) : painted;
    };
    if (kind === "same") return `      ${segments.map(styled(null)).join("")}`.trimEnd();
    const [sign, style] = kind === "removed" ? (["-", "red"] as const) : (["+", "green"] as const);
    return `    ${paint(style, sign)} ${segments.map(styled(style)).join("")}`;
  });
}
