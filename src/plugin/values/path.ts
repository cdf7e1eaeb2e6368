/** One step from a value to a value inside it. Elements of a set are named by their place in the array that carries them. */
export type PathStep =
  | { readonly kind: "attribute"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "key"; readonly key: string };

/** Of ASCII, as all names in schemas are: what Unicode allows besides can be written with brackets as well. */
const IDENTIFIER = /^[a-zA-Z_][\w-]*$/;

/** A path as one writes it in Terraform's language, `site.rules[2]["name"]`; the empty path is the empty text. */
export function formatPath(path: readonly PathStep[]): string {
  let text = "";
  for (const step of path) {
    if (step.kind === "attribute" && IDENTIFIER.test(step.name)) {
      text += text === "" ? step.name : `.${step.name}`;
    } else if (step.kind === "index") {
      text += `[${step.index}]`;
    } else {
      text += `[${JSON.stringify(step.kind === "key" ? step.key : step.name)}]`;
    }
  }
  return text;
}

/**
 * A value or a type that does not have the shape it must have. The text never holds the value itself, which may be
 * a secret; it names the place and what was expected there.
 */
export class ValueError extends Error {
  override readonly name = "ValueError";

  constructor(
    /** What is wrong, without the place. */
    readonly reason: string,
    readonly path: readonly PathStep[] = [],
  ) {
    super(path.length === 0 ? reason : `${formatPath(path)}: ${reason}`);
  }
}
