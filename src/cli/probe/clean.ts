import { makeVisible } from "../../page/visible-text";
import { messageOf } from "../../shared/message-of";
import { count } from "../shared/text";
import { keyOf } from "../workspace/objects";
import { API } from "./api";
import { isOfProbe, PREFIX } from "./names";
import { findNamed, type Found, type NamedObject, readName } from "./named-objects";
import type { Server } from "./server";

const MAX_NAME_LENGTH = 70;

/** Finds the objects that probes have left, by their names. Rejects with an OutreachError. */
export function findLeftovers(server: Server): Promise<Found> {
  return findNamed(server, { begin: `${PREFIX} `, isWanted: isOfProbe });
}

/** Returns what was found, as lines of text. */
export function foundText({ objects, listed, unlisted }: Found): string {
  const lines = objects.map(({ kind, name }) => `  ${kind} "${makeVisible(name.slice(0, MAX_NAME_LENGTH))}"`);
  const unknown = unlisted.map(
    (kind) =>
      `Not known: the list of ${kind}s has no array of objects, so it may omit some. Run the command again later.`,
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
export async function removeLeftovers(server: Server, objects: readonly NamedObject[]): Promise<string[]> {
  const problems: string[] = [];
  const deleted = new Set<string>();
  for (const { kind, id, name } of objects) {
    const shown = `${kind} "${makeVisible(name.slice(0, MAX_NAME_LENGTH))}"`;
    try {
      // The object may have another name by now.
      if ((await readName(server, kind, id)) !== name)
        throw new Error("a read does not show its name any more");
      const { error } = await server.call(API[kind].remove, { id });
      if (error !== undefined) throw error;
      deleted.add(keyOf({ kind, id }));
    } catch (error) {
      problems.push(`${shown} is not removed: ${messageOf(error)}`);
    }
  }
  const isDeleted = (object: NamedObject) => deleted.has(keyOf(object));
  let late: readonly NamedObject[] = [];
  const shown = await server.until(async () => {
    late = (await findLeftovers(server)).objects.filter(isDeleted);
    return late.length === 0 || undefined;
  });
  return shown === undefined
    ? [
        ...problems,
        `Lists still show ${count(late.length, "object")} 30 s after the delete. Run the command again later.`,
      ]
    : problems;
}
