import { DiagnosticError } from "../../plugin/framework";

/** An object as diagnostics name it: type, name and id as far as they are known. */
export interface Subject {
  /** `outreach_cluster`. */
  readonly type: string;
  readonly name?: string | null;
  readonly id?: string | null;
}

/** An object that is stored somewhere. */
export interface StoredSubject extends Subject {
  readonly id: string;
}

/** A stored object, which has an id unless the state was edited by hand. */
export function subjectOf(
  type: string,
  state: { readonly id: string | null; readonly name: string | null },
): StoredSubject {
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

/** How to bring existing objects under management, a line for each. The provider does not know its resources' addresses. */
export function importLines(type: string, ids: readonly string[]): string {
  return ids
    .map((id) => `  terraform import ${type}.NAME ${id}      (CDKTF: importFrom(${JSON.stringify(id)}))`)
    .join("\n");
}
