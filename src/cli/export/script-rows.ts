import type { Kind } from "../workspace/objects";
import type { DeclaredObject } from "./format";
import { endOfTable, literalsOf } from "./table";

/** A row of objects.ts, as far as a later export needs it. */
export interface Row extends DeclaredObject {
  /** The property that imports the object, with the comma in front of it. */
  readonly importProperty: { readonly start: number; readonly end: number } | undefined;
}

/** The names of the tables, by kind. */
export const TABLES: Readonly<Record<Kind, string>> = { cluster: "clusters", snippet: "snippets" };

/** Reads the rows of one table; none where the script declares no such table. */
export function rowsOf(script: string, kind: Kind): Row[] {
  const end = endOfTable(script, TABLES[kind]);
  if (end === undefined) return [];
  const start = script.slice(0, end).search(new RegExp(`\\bconst\\s+${TABLES[kind]}\\b`));
  const properties = literalsOf(script)
    .filter((literal) => literal.start > start && literal.end <= end)
    .flatMap((literal) => {
      const key = /([{,]\s*)(?:"?(\w+)"?)\s*:\s*$/.exec(script.slice(start, literal.start));
      return key === null ? [] : { ...literal, key: key[2]!, from: start + key.index };
    });
  const heads = properties.filter(({ key }) => key === "id");
  return heads.map((head, index) => {
    const next = heads[index + 1]?.start ?? end;
    const own = properties.filter((property) => property.start >= head.start && property.start < next);
    const valueOf = (key: string) => own.find((property) => property.key === key);
    const imported = valueOf("objectId");
    return {
      kind,
      codeId: head.value,
      name: valueOf("name")?.value ?? null,
      objectId: imported?.value,
      importProperty: imported && { start: imported.from, end: imported.end },
    };
  });
}
