import type { Kind } from "../../../src/api";
import type { ObjectValue } from "../../../src/sdk/values";
import type { SimulatedObject } from "../../../src/simulator";
import { isSameText } from "../../programs/invariants";
import { contentOf } from "../../programs/world";

/** What users write into an object; the text is the description of a cluster, "" for none, or the prompt. */
export interface Texts {
  readonly name: string;
  readonly text: string;
}

/** Returns the attribute that has the text of an object. */
export function textAttribute(kind: Kind): "description" | "prompt" {
  return kind === "cluster" ? "description" : "prompt";
}

/** Returns the texts of a state or a plan. */
export function textsOf(kind: Kind, values: ObjectValue): Texts {
  return { name: values["name"] as string, text: (values[textAttribute(kind)] ?? "") as string };
}

/** Returns the texts of an object at the server. */
export function textsIn(object: SimulatedObject): Texts {
  return { name: object.name, text: contentOf(object) };
}

export function sameTexts(one: Texts, other: Texts): boolean {
  return isSameText(one.name, other.name) && isSameText(one.text, other.text);
}
