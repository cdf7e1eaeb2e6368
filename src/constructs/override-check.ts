import type { IConstruct } from "constructs";
import { halfCharacterIn } from "./half-character";

/** At synth: the errors about texts in a construct's overrides, which reach Terraform without the escaping of properties. */
export function errorsOfOverrides(
  construct: IConstruct,
  overrides: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(overrides).flatMap(([argument, value]) => {
    const problem = textsIn(value)
      .map(halfCharacterIn)
      .find((one) => one !== undefined);
    return problem === undefined ? [] : [`The ${argument} of ${construct.node.path} ${problem}.`];
  });
}

/** Of plain objects and lists; other objects are tokens. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  const isPlain =
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)]) : [];
}
