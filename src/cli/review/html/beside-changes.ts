import { element, type Markup } from "../../../page/markup";
import { sentence } from "../../shared/text";
import { driftWords } from "../model/actions";
import type { ObjectDrift, OutputChange } from "../model/review";
import { fact } from "../wording/objects";
import { article } from "./article";
import { attributeList, variableList } from "./attributes";
import { factLine, identityOf } from "./entries";

/** Returns drift that no change undoes. `stack` is null if the review has a single stack. */
export function driftEntry(drift: ObjectDrift, id: string, stack: string | null): Markup {
  return article({
    id,
    kinds: ["drift"],
    ...identityOf(drift, stack),
    body: [
      factLine(fact(sentence(driftWords(drift)), [], drift.action === "delete")),
      drift.variables === null ? null : variableList(drift.variables),
      attributeList(drift.attributes, drift, id),
    ],
  });
}

/** Returns the change of an output. `stack` is null if the review has a single stack. */
export function outputEntry(output: OutputChange, id: string, stack: string | null): Markup {
  const { name, action, attributes } = output;
  const words = [
    ...(action === "update" ? [] : [action === "create" ? "new" : "removed"]),
    ...(stack === null ? [] : [element`in <bdi>${stack}</bdi>`]),
  ];
  const where =
    words.length === 0
      ? null
      : element`<p class="where">${words.map((one) => element`<span>${one}</span> `)}</p>`;
  const body = attributeList(attributes, output, id);
  return article({ id, kinds: ["output"], title: name, where, body });
}
