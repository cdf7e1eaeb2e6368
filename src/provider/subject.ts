import { DiagnosticError } from "../plugin/framework";

/** An object as diagnostics name it: type, name and id as far as they are known. */
export interface Subject {
  /** `outreach_cluster`. */
  readonly type: string;
  readonly name?: string | null;
  readonly id?: string | null;
}

/** A stored object, which has an id unless the state was edited by hand. */
export function subjectOf(
  type: string,
  state: { readonly id: string | null; readonly name: string | null },
): Subject & { readonly id: string } {
  const { id, name } = state;
  if (id === null) {
    throw new DiagnosticError({
      severity: "error",
      summary: `The state of ${describe({ type, name })} has no id`,
      detail: "Remove it from the state (terraform state rm) and import the object again.",
    });
  }
  return { type, name, id };
}

/** `outreach_cluster "Sales EU" (clu_123)`. */
export function describe({ type, name, id }: Subject): string {
  const parts = [type];
  if (typeof name === "string") parts.push(JSON.stringify(name));
  if (typeof id === "string") parts.push(`(${id})`);
  return parts.join(" ");
}
