// Terraform's JSON syntax holds an expression as a text with a template, such as "${file("a.md")}".

const ESCAPED = /([$%])\1\{/g;

/** Returns the text of a template that evaluates nothing; undefined for any other value. */
export function literalOf(value: unknown): string | undefined {
  if (typeof value !== "string" || /[$%]\{/.test(value.replace(ESCAPED, "\0"))) return undefined;
  return value.replace(ESCAPED, "$1{");
}

/** Returns the reference that a value consists of, such as `outreach_cluster.europe`. */
export function referenceOf(value: unknown): string | undefined {
  return typeof value === "string" ? value.replace(/^\$\{(.*)\}$/s, "$1").trim() : undefined;
}

/** Matches a text that is one call of `file` with one literal path. */
const FILE_CALL = /^\$\{\s*file\(\s*"(?:\$\{path\.module\}\/)?((?:[^"\\$%]|[$%](?!\{))+)"\s*,?\s*\)\s*\}$/;

/** Returns the path in a value that is exactly one call of `file`; undefined for any other value. */
export function fileOf(value: unknown): string | undefined {
  return typeof value === "string" ? FILE_CALL.exec(value)?.[1] : undefined;
}

/** Matches a call of a function that reads a file, anywhere in a text. */
const FILE_CALLS = /\b\w*file\w*\(\s*"(?:\$\{path\.\w+\}\/)?([^"\\$]+)"/g;

/** Lists the paths in all calls of functions such as `file` and `templatefile`, in any text of a value. */
export function fileCallsIn(value: unknown): string[] {
  if (typeof value === "string") return Array.from(value.matchAll(FILE_CALLS), ([, path]) => path!);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(fileCallsIn);
}
