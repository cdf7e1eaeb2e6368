/** One step from a value to a value inside it. For elements of a set, the index in their array. */
export type PathStep =
  | { readonly kind: "attribute"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "key"; readonly key: string };

/** Names in schemas are ASCII; other names are written in brackets. */
const IDENTIFIER = /^[a-zA-Z_][\w-]*$/;

/** Returns a path in Terraform's syntax, such as `site.rules[2]["name"]`; "" for the empty path. */
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
 * A malformed value or type. The message names the path and what was expected, never the value, which may be
 * a secret.
 */
export class ValueError extends Error {
  override readonly name = "ValueError";

  constructor(
    /** What is wrong, without the path. */
    readonly reason: string,
    readonly path: readonly PathStep[] = [],
  ) {
    super(path.length === 0 ? reason : `${formatPath(path)}: ${reason}`);
  }
}
