import type { ObjectIdentity } from "../model/review";
import { kindOf, nameOf, titleOf } from "../wording/objects";
import { codeElement, codeSpan } from "./escape";

/** Returns the summary of a folded object, in HTML: Markdown is not read within an HTML block. */
export function summaryOf(verb: string, object: ObjectIdentity): string {
  const kind = kindOf(object);
  const element = /^\w+$/.test(kind) ? kind : codeElement(kind);
  return `<b>${verb}</b> ${element} ${codeElement(titleOf(object))}`;
}

/** Returns the kind, in a code span if needed: a plan file can hold any type, and `_` can be markup. */
export function kindSpan(object: ObjectIdentity): string {
  const kind = kindOf(object);
  return /^[a-zA-Z0-9]+$/.test(kind) ? kind : codeSpan(kind);
}

/** Returns the shortest text about an object: one line. */
export function objectLine(verb: string, object: ObjectIdentity): string {
  const title = object.name === null ? "" : ` ${codeSpan(titleOf(object))}`;
  return `- **${verb}** ${codeSpan(kindOf(object))}${title}: ${codeSpan(object.address)}`;
}

/** Returns address and id, and the name if the title has only its beginning. */
export function identityFact(object: ObjectIdentity): string {
  const { address, id } = object;
  const name = nameOf(object);
  const whole = titleOf(object) === name ? "" : `, name ${codeSpan(name)}`;
  return `${codeSpan(address)}${id === null ? "" : `, id ${codeSpan(id)}`}${whole}`;
}

/** Returns a block that a reader can fold. */
export function details(
  summary: string,
  [facts, ...blocks]: readonly [readonly string[], ...(readonly string[])[]],
  isOpen: boolean,
): string {
  const start = `<details${isOpen ? " open" : ""}><summary>${summary}</summary>`;
  const parts = [start, bullets(facts), ...blocks.flat(), "</details>"];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Returns the first ones of `total` texts, and the number of the others. */
export function firstOf(shown: readonly string[], total: number, others = "more"): string {
  const left = total - shown.length;
  return [...shown, ...(left > 0 ? [`${left} ${others}`] : [])].join(", ");
}

export function bullets(facts: readonly string[]): string {
  return facts.map((fact) => `- ${fact}`).join("\n");
}
