import { diffTexts } from "../../../render/diff/text-diff";
import { count } from "../../../util/text";
import type { ReviewDocument } from "../document";
import type { MessageText } from "../document/facts";
import type { Preview } from "../model/review";
import { codeElement, codeSpan, diffBlock, textBlock } from "./code";
import { costOf } from "./fit";
import { messageBlock } from "./pieces";

const END = "</details>";
/** Also covers the heading of the other findings. */
const MAX_NOTE_LENGTH = 200;
const MAX_MARK_LENGTH = 30;

/**
 * Adds findings and previews to the texts of the entries, as long as `room` lasts. They take no room from a change:
 * they never decide which changes a comment shows, or an approval covers.
 */
export function withExtras({ entries, findings }: ReviewDocument, texts: readonly string[], room: number) {
  let left = room - MAX_NOTE_LENGTH;
  let missing = 0;
  const fitting = (make: () => string) => {
    const block = left > 0 ? make() : "";
    left -= costOf(block) + MAX_MARK_LENGTH;
    if (left > 0) return [block];
    missing += 1;
    return [];
  };
  const blocksOf = (all: readonly MessageText[]) => all.flatMap((one) => fitting(() => messageBlock(one)));
  const beside = entries.map((entry) => blocksOf(entry.findings));
  const others = blocksOf(findings);
  const heading = others.length > 0 ? [`#### ${count(findings.length, "finding")} about other places`] : [];
  const filled = texts.map((text, i) => {
    const { preview } = entries[i]!;
    const last = preview === null ? [] : fitting(() => previewBlock(preview));
    const blocks = [...beside[i]!, ...last].map((block) => `${block}\n\n`).join("");
    if (blocks === "") return text;
    const mark = beside[i]!.length > 0 ? `, 🔎 ${count(entries[i]!.findings.length, "finding")}` : "";
    return `${text.slice(0, -END.length).replace("</summary>", `${mark}</summary>`)}${blocks}${END}`;
  });
  const note = `To fit into one comment, this leaves out ${missing} of the findings and filled prompts.`;
  return { texts: filled, others: [...heading, ...others], note: missing === 0 ? "" : note };
}

function previewBlock({ sample, before, after, without }: Preview): string {
  const filled = new Set(after.split("\n"));
  const gaps = without?.after.split("\n").filter((line) => !filled.has(line)) ?? [];
  return [
    `<details><summary>Filled with the sample ${codeElement(sample)}</summary>`,
    diffBlock(diffTexts(before, after, "text"), false).text,
    ...(without === null
      ? []
      : [`Without a value of ${codeSpan(`{${without.variable}}`)}:`, textBlock(gaps.join("\n"))]),
    END,
  ].join("\n\n");
}
