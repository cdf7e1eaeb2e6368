import type { JsonObject } from "../../util/json";
import type { Configuration } from "../../estate/hcl/configuration";
import { literalOf } from "../../estate/hcl/template";
import { type Kind, KINDS } from "../../estate/workspace/objects";
import { type DeclaredObject, isImported, rowOf } from "./format";
import type { ObjectsFile, Row, Rows } from "./objects-file";

/** The file with the `import` blocks. Each export writes it anew, from the data file. */
export const IMPORTS = "outreach-imports.tf.json";

/**
 * Returns the rows whose resources are in the code. Follows `moved` blocks. Adds a row for each resource that
 * only the file with the imports knows, so that nothing depends on the data file alone.
 */
export function rowsInCode({ rows }: ObjectsFile, configuration: Configuration): Rows {
  const { resources, imports } = configuration;
  const rowsOf = (kind: Kind): Row[] => {
    const type = `outreach_${kind}`;
    const found = rows[kind].flatMap((row) => {
      const address = laterAddress(`${type}.${row.id}`, configuration);
      return address?.startsWith(`${type}.`) ? { ...row, id: address.slice(type.length + 1) } : [];
    });
    const known = new Set(found.map(({ id }) => id));
    const others = imports.flatMap(({ file, to, id: objectId }) => {
      const id = to.slice(type.length + 1);
      const isOurs = file === IMPORTS && kindOfAddress(to) === kind && resources.has(to);
      if (!isOurs || objectId === undefined || known.has(id)) return [];
      const name = nameOf(resources.get(to)!) ?? "";
      return rowOf({ object: { kind, id: objectId, name }, codeId: id });
    });
    return [...found, ...others];
  };
  return { cluster: rowsOf("cluster"), snippet: rowsOf("snippet") };
}

/**
 * Returns the address that a resource has now; undefined if the code no longer declares it. Follows no move of
 * a resource that the code declares: engines refuse such a move, and the import would go to another resource.
 */
function laterAddress(address: string, { resources, moves }: Configuration): string | undefined {
  let later: string | undefined = address;
  // A configuration with a circle of moves is invalid; each move is followed at most once.
  for (let left = moves.size; left > 0 && later !== undefined && !resources.has(later); left -= 1)
    later = moves.get(later);
  return later !== undefined && resources.has(later) ? later : undefined;
}

/** Returns the name in the code; null if it is computed. */
function nameOf(bodies: readonly JsonObject[]): string | null {
  return bodies.length === 1 ? (literalOf(bodies[0]!["name"]) ?? null) : null;
}

/** Lists the resources of the code, and the objects that `import` blocks import into modules or instances. */
export function declaredIn({ resources, imports }: Configuration, rows: Rows): DeclaredObject[] {
  const imported = new Map(imports.map(({ to, id }) => [to, id]));
  const rowAt = new Map(
    KINDS.flatMap((kind) => rows[kind].map((row) => [`outreach_${kind}.${row.id}`, row])),
  );
  const own = [...resources].flatMap(([address, bodies]) => {
    const kind = kindOfAddress(address);
    if (kind === undefined) return [];
    const codeId = address.slice(address.indexOf(".") + 1);
    const row = rowAt.get(address);
    const objectId = imported.get(address) ?? row?.objectId;
    return {
      ...{ kind, codeId, name: nameOf(bodies), objectId },
      isImported: imported.has(address) || (row !== undefined && isImported(row)),
    };
  });
  const elsewhere = imports.flatMap(({ file, to, id: objectId }) => {
    const kind = kindOfAddress(to);
    // A killed export leaves its imports without resources. The next export adds the resources.
    if (kind === undefined || resources.has(to) || file === IMPORTS) return [];
    return { kind, codeId: to, name: null, objectId, isImported: true };
  });
  return [...own, ...elsewhere];
}

/** Returns the kind of a resource by its address, which may have modules before it and a key behind it. */
export function kindOfAddress(address: string): Kind | undefined {
  const kind = /(?:^|\.)outreach_(\w+)\.[^.[]+(?:\[.*\])?$/s.exec(address)?.[1];
  return KINDS.find((one) => one === kind);
}
