import { makeVisible } from "../../render/visible-text";
import { messageOf } from "../../util/message-of";
import { count } from "../../util/text";
import { keyOf, type ListedObject } from "../../estate/workspace/objects";
import { API } from "./api";
import { findNamed, type Found, isOfProbe, PREFIX, readName } from "./named-objects";
import type { Server } from "./server";

const MAX_NAME_LENGTH = 70;

function shownName({ kind, name }: ListedObject): string {
  return `${kind} "${makeVisible(name.slice(0, MAX_NAME_LENGTH))}"`;
}

/** Finds the objects that probes have left, by their names. Rejects with an OutreachError. */
export function findLeftovers(server: Server): Promise<Found> {
  return findNamed(server, `${PREFIX} `, isOfProbe);
}

export function foundText({ objects, listed, unlisted }: Found): string {
  const lines = objects.map((object) => `  ${shownName(object)}`);
  const unknown = unlisted.map(
    (kind) => `Not known: the list of ${kind}s may lack objects. Run the command again later.`,
  );
  const shows = `The lists show ${count(listed.size, "object")}`;
  return [
    objects.length === 0
      ? `${shows}, none of them of a probe.`
      : `${shows}. Probes have left ${objects.length} of them:`,
    ...lines,
    ...unknown,
    "",
  ].join("\n");
}

/** Deletes objects that `findLeftovers` has found. Returns the sentences about those that may still exist. */
export async function removeLeftovers(server: Server, objects: readonly ListedObject[]): Promise<string[]> {
  const problems: string[] = [];
  const deleted = new Set<string>();
  for (const object of objects) {
    const { kind, id, name } = object;
    try {
      // The object may have another name by now.
      if ((await readName(server, kind, id)) !== name)
        throw new Error("a read does not show its name any more");
      const { error } = await server.call(API[kind].remove, { id });
      if (error !== undefined) throw error;
      deleted.add(keyOf(object));
    } catch (error) {
      problems.push(`${shownName(object)} is not removed: ${messageOf(error)}`);
    }
  }
  let late = 0;
  const isGone = await server.until(async () => {
    const { objects: left } = await findLeftovers(server);
    late = left.filter((object) => deleted.has(keyOf(object))).length;
    return late === 0 || undefined;
  });
  if (isGone !== undefined) return problems;
  const problem = `Lists still show ${count(late, "object")} 30 s after the delete. Run the command again later.`;
  return [...problems, problem];
}
