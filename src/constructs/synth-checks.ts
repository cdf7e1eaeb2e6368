import { AnnotationMetadataEntryType, Annotations } from "cdktf";
import type { IConstruct } from "constructs";
import { halfCharacterIn } from "./text";

type Overrides = Readonly<Record<string, unknown>>;

/**
 * Runs a check of a construct at each synth, when every value is final, and checks its overrides. It is a
 * validation and not an aspect: an aspect may run before others that change values, and a second copy of
 * cdktf, as links install it, does not find our aspects.
 */
export function checkAtSynth(construct: IConstruct, overrides: Overrides, check: () => void): void {
  construct.node.addValidation({
    validate: () => {
      check();
      return errorsOfOverrides(construct, overrides);
    },
  });
}

/** Adds a warning, unless the construct has it: checks run at every synth. */
export function warnOnce(construct: IConstruct, warning: string): void {
  const isThere = construct.node.metadata.some(
    ({ type, data }) => type === AnnotationMetadataEntryType.WARN && data === warning,
  );
  if (!isThere) Annotations.of(construct).addWarning(warning);
}

/** Returns errors about texts in overrides, which reach Terraform without the escaping of properties. */
function errorsOfOverrides(construct: IConstruct, overrides: Overrides): string[] {
  return Object.entries(overrides).flatMap(([argument, value]) => {
    const problem = textsIn(value)
      .map(halfCharacterIn)
      .find((one) => one !== undefined);
    return problem === undefined ? [] : [`The ${argument} of ${construct.node.path} ${problem}.`];
  });
}

/** Returns the texts in plain objects and lists; other objects are tokens. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  const isPlain =
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)]) : [];
}
