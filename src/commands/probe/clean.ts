import { keyOf, type ListedObject } from "../../estate/workspace/workspace";
import { printReport } from "../../render/report";
import { messageOf } from "../../util/message-of";
import { count, shortened } from "../../util/text";
import { exitStatus } from "../exit-status";
import { findLeftovers, readName } from "./named-objects";
import { API, type Server } from "./server";

/** Lists the objects that probes have left, and deletes them if `isSure`. Returns the exit status. */
export async function clean(server: Server, isSure: boolean): Promise<number> {
  const { objects, listed, unlisted } = await findLeftovers(server);
  const problems = isSure ? await removeLeftovers(server, objects) : [];
  const doubts = unlisted.map(
    (kind) => `Not known: the list of ${kind}s may lack objects. Run the command again later.`,
  );
  const end = isSure ? "All of them are deleted." : "Nothing was deleted. Add --yes to delete them.";
  const report = printReport([
    `The lists show ${count(listed.size, "object")}. Probes have left ${objects.length} of them.`,
    ...objects.map((object) => `  ${shownName(object)}`),
    ...doubts,
    ...problems,
    ...(objects.length > 0 && problems.length === 0 ? [end] : []),
  ]);
  process.stdout.write(report);
  const isLeft = problems.length > 0 || (objects.length > 0 && !isSure);
  return exitStatus(isLeft || doubts.length > 0, false);
}

function shownName({ kind, name }: ListedObject): string {
  return `${kind} "${shortened(name, 70)}"`;
}

/** Deletes objects that `findLeftovers` has found. Returns the sentences about those that may still exist. */
export async function removeLeftovers(server: Server, objects: readonly ListedObject[]): Promise<string[]> {
  const problems: string[] = [];
  const deleted: ListedObject[] = [];
  for (const object of objects) {
    const { kind, id, name } = object;
    try {
      // The object may have another name by now.
      if ((await readName(server, kind, id)) !== name)
        throw new Error("a read does not show its name any more");
      const { error } = await server.call(API[kind].remove, { id });
      if (error !== undefined) throw error;
      deleted.push(object);
    } catch (error) {
      problems.push(`${shownName(object)} is not removed: ${messageOf(error)}`);
    }
  }
  const isGone = await server.until(async () => {
    const { listed } = await findLeftovers(server);
    return deleted.some((object) => listed.has(keyOf(object))) ? undefined : true;
  });
  if (isGone === undefined)
    problems.push("Lists still show deleted objects after 30 s. Run the command again later.");
  return problems;
}
