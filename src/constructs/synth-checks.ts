import { AnnotationMetadataEntryType, Annotations } from "cdktf";
import type { IConstruct, IValidation } from "constructs";
import { halfCharacterIn } from "./text";

/** Returns a construct's overrides. They reach Terraform without the escapes that properties get. */
export function overridesOf(construct: IConstruct): Readonly<Record<string, unknown>> {
  const { rawOverrides } = construct as { readonly rawOverrides?: Readonly<Record<string, unknown>> };
  return rawOverrides ?? {};
}

/** Checks a construct and its overrides at each synth, by a validation (docs/design/constructs.md). */
export function checkAtSynth(construct: IConstruct, check: () => readonly string[] | void): void {
  construct.node.addValidation({
    validate: () => [...(check() ?? []), ...errorsOfOverrides(construct)],
  });
}

const versionErrors = new WeakMap<IConstruct, string[]>();

/** Runs `addImport`. All imports of an app share one check of the engine (docs/design/constructs.md). */
export function sharingVersionCheck({ node }: IConstruct, addImport: () => void): void {
  const add = node.addValidation.bind(node);
  node.addValidation = (validation: IValidation) =>
    add({
      validate: () => {
        const errors = versionErrors.get(node.root) ?? validation.validate();
        versionErrors.set(node.root, errors);
        return errors;
      },
    });
  try {
    addImport();
  } finally {
    node.addValidation = add;
  }
}

/** Adds a warning to a construct unless the construct has it already. Checks run at every synth. */
export function warnOnce(construct: IConstruct, warning: string): void {
  const isThere = construct.node.metadata.some(
    ({ type, data }) => type === AnnotationMetadataEntryType.WARN && data === warning,
  );
  if (!isThere) Annotations.of(construct).addWarning(warning);
}

/** Returns an error for each override that holds half of a character. */
export function errorsOfOverrides(construct: IConstruct): string[] {
  return textsIn(overridesOf(construct)).flatMap(([path, text]) => {
    const problem = halfCharacterIn(path) ?? halfCharacterIn(text);
    return problem === undefined ? [] : [`The ${path} of ${construct.node.path} ${problem}.`];
  });
}

/** Returns all texts within a value, each with its path, and "" for each other value. Does not look into tokens. */
export function textsIn(value: unknown, path: readonly string[] = []): [path: string, text: string][] {
  if (!Array.isArray(value) && !isPlainObject(value))
    return [[path.join("."), typeof value === "string" ? value : ""]];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, [...path, key]));
}

/** Reports whether a value is an object without a class. Tokens and constructs have classes. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
