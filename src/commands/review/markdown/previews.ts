import { diffTexts } from "../../../render/diff/text-diff";
import { count } from "../../../util/text";
import type { EntryText } from "../document/entries";
import { gapIn } from "../model/previews";
import type { Preview } from "../model/review";
import { codeElement, codeSpan, diffBlock, textBlock } from "./code";
import { costOf } from "./fit";

const END = "</details>";
const MAX_NOTE_LENGTH = 200;

/**
 * Adds previews to the texts of the first entries, as long as `room` lasts. A preview takes no room from a change:
 * it never decides which changes a comment shows, or an approval covers.
 */
export function withPreviews(entries: readonly EntryText[], texts: readonly string[], room: number) {
  let left = room - MAX_NOTE_LENGTH;
  let missing = 0;
  const filled = texts.map((text, i) => {
    const preview = entries[i]!.attributes.find((one) => one.preview !== null)?.preview ?? null;
    if (preview === null) return text;
    const block = left > 0 ? previewBlock(preview) : "";
    left -= costOf(block);
    if (left > 0) return `${text.slice(0, -END.length)}${block}\n\n${END}`;
    missing += 1;
    return text;
  });
  const note = `To fit into one comment, this leaves out ${count(missing, "preview")} of filled prompts.`;
  return { texts: filled, note: missing === 0 ? "" : note };
}

function previewBlock({ sample, before, after, without }: Preview): string {
  return [
    `<details><summary>Filled with the sample ${codeElement(sample)}</summary>`,
    diffBlock(diffTexts(before, after, "text"), false).text,
    ...(without === null
      ? []
      : [`Without a value of ${codeSpan(`{${without.variable}}`)}:`, textBlock(gapIn(without))]),
    END,
  ].join("\n\n");
}
