import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { keyOf, type ListedObject } from "../../estate/workspace/workspace";
import { printReport } from "../../render/report";
import { messageOf } from "../../util/message-of";
import { count, shortened } from "../../util/text";
import { exitStatus, STATUS } from "../exit-status";
import { findLeftovers, readName } from "./named-objects";
import { API, type Server } from "./server";

/** Lists the objects that probes have left, and deletes them after a confirmation. Returns the exit status. */
export async function clean(server: Server, yes: boolean): Promise<number> {
  const { objects, listed, unlisted } = await findLeftovers(server);
  const found = printReport([
    `The lists show ${count(listed.size, "object")}. Probes have left ${objects.length} of them.`,
    ...objects.map((object) => `  ${shownName(object)}`),
    ...unlisted.map(
      (kind) => `Not known: the list of ${kind}s may lack objects. Run the command again later.`,
    ),
  ]);
  process.stdout.write(found);
  const status = exitStatus(unlisted.length > 0, false);
  if (objects.length === 0) return status;
  const question = `Delete ${count(objects.length, "object")} permanently? Only "yes" deletes: `;
  const { stdin: input, stdout: output } = process;
  if (!yes && !(input.isTTY && (await isConfirmed(question, { input, output })))) {
    process.stdout.write("Nothing was deleted. Add --yes to delete them.\n");
    return STATUS.failed;
  }
  const problems = await removeLeftovers(server, objects);
  process.stderr.write(printReport(problems));
  if (problems.length > 0) return STATUS.failed;
  process.stdout.write("All of them are deleted.\n");
  return status;
}

function shownName({ kind, name }: ListedObject): string {
  return `${kind} "${shortened(name, 70)}"`;
}

/** True only for the answer "yes": Ctrl-C, Ctrl-D and the end of the input mean no. */
export async function isConfirmed(
  question: string,
  streams: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream },
): Promise<boolean> {
  const terminal = createInterface(streams);
  // The promise of a question does not settle if the input ends.
  const ended = once(terminal, "close").then(() => "");
  const answer = await Promise.race([terminal.question(question), ended]);
  terminal.close();
  return answer.trim() === "yes";
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
