import { sentence } from "../../shared/text";
import { driftWords } from "../model/actions";
import { type Contents, inStack } from "../wording/contents";
import { attributeFact, changePiece } from "./attribute";
import { codeSpan } from "./escape";
import type { Piece } from "./fit";
import { bullets, details, identityFact, objectLine, summaryOf } from "./identity";

export function driftPiece({ one: drift, where }: Contents["drift"][number]): Piece {
  const { attributes } = drift;
  const facts = [
    `${identityFact(drift)}${inStack(where, codeSpan)}`,
    sentence(driftWords(drift)),
    ...attributes.map((attribute) => attributeFact(attribute, drift)),
  ];
  return changePiece(1, 1, {
    attributes,
    block: (diffs) => details(summaryOf("drift", drift), [facts, diffs], false),
    line: objectLine("drift", drift),
  });
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
  return changePiece(1.5, 1, {
    attributes,
    // An output that only loses an attribute with the value null has no change to list.
    block: (diffs) => (facts.length === 0 ? line : [bullets(facts), ...diffs].join("\n\n")),
    line,
  });
}
