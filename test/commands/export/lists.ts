import type { Reading } from "../../../src/commands/export/read-objects";
import { KINDS, type WorkspaceObject } from "../../../src/estate/workspace/workspace";
import { Listing } from "../../../src/objects/listing";

/** The lists of a workspace that has these objects. */
export async function listsOf(all: readonly WorkspaceObject[]): Promise<Reading["lists"]> {
  const lists = KINDS.map(async (kind) => {
    const objects = all.filter((one) => one.kind === kind);
    async function* pages() {
      yield await Promise.resolve(objects);
    }
    return [kind, { listing: await Listing.read(pages), objects }] as const;
  });
  return new Map(await Promise.all(lists));
}
