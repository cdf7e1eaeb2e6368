import { sentence } from "../../shared/text";
import { driftWords } from "../model/actions";
import { type Contents, inStack } from "../wording/contents";
import { attributeFact, diffBlocks } from "./attribute";
import { codeSpan } from "./escape";
import { type Piece, piece } from "./fit";
import { bullets, details, identityFact, objectLine, summaryOf } from "./identity";

/** Largest number of lines in a shortened diff. */
export const BRIEF_LINES = 24;

export function driftPiece({ one: drift, where }: Contents["drift"][number]): Piece {
  const { attributes } = drift;
  const facts = [
    `${identityFact(drift)}${inStack(where, codeSpan)}`,
    sentence(driftWords(drift)),
    ...attributes.map((attribute) => attributeFact(attribute, drift)),
  ];
  const block = (most?: number) =>
    details(summaryOf("drift", drift), [facts, diffBlocks(attributes, most)], false);
  const whole = block();
  return piece(1, 1, [whole, whole, block(BRIEF_LINES), objectLine("drift", drift)]);
}

export function outputPiece({ one: output, where }: Contents["outputs"][number]): Piece {
  const { name, action } = output;
  const line = `- ${action} output ${codeSpan(name)}${inStack(where, codeSpan)}`;
  const attributes = output.attributes.map((attribute) => ({
    ...attribute,
    path: `${name}${/^(?:\[|$)/.test(attribute.path) ? "" : "."}${attribute.path}`,
  }));
  const facts = attributes.map(
    (attribute) => `${action} ${attributeFact(attribute, output)}${inStack(where, codeSpan)}`,
  );
  // An output that only loses an attribute with the value null has no change to list.
  const block = (most?: number) =>
    facts.length === 0 ? line : [bullets(facts), ...diffBlocks(attributes, most)].join("\n\n");
  const whole = block();
  return piece(1.5, 1, [whole, whole, block(BRIEF_LINES), line]);
}
