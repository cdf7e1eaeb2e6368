import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { keyOf, type ListedObject } from "../../estate/workspace/workspace";
import { makeVisible } from "../../render/visible-text";
import { messageOf } from "../../util/message-of";
import { count } from "../../util/text";
import { findNamed, type Found, isOfProbe, PREFIX, readName } from "./named-objects";
import { API, type Server } from "./server";

const MAX_NAME_LENGTH = 70;

/**
 * Lists the objects that probes have left, and deletes them after a confirmation, which `yes` stands for. Returns the
 * exit status: 0 if no object of a probe is left.
 */
export async function clean(server: Server, yes: boolean): Promise<number> {
  const found = await findLeftovers(server);
  process.stdout.write(foundText(found));
  const status = found.unlisted.length === 0 ? 0 : 1;
  if (found.objects.length === 0) return status;
  const question = `Delete ${count(found.objects.length, "object")} permanently? Only "yes" deletes: `;
  const { stdin: input, stdout: output } = process;
  if (!yes && !(input.isTTY && (await isConfirmed(question, { input, output })))) {
    process.stdout.write("Nothing was deleted. Add --yes to delete them.\n");
    return 1;
  }
  const problems = await removeLeftovers(server, found.objects);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) return 1;
  process.stdout.write("All of them are deleted.\n");
  return status;
}

export function findLeftovers(server: Server): Promise<Found> {
  return findNamed(server, `${PREFIX} `, isOfProbe);
}

function shownName({ kind, name }: ListedObject): string {
  return `${kind} "${makeVisible(name.slice(0, MAX_NAME_LENGTH))}"`;
}

function foundText({ objects, listed, unlisted }: Found): string {
  const shows = `The lists show ${count(listed.size, "object")}`;
  return [
    objects.length === 0
      ? `${shows}, none of them of a probe.`
      : `${shows}. Probes have left ${objects.length} of them:`,
    ...objects.map((object) => `  ${shownName(object)}`),
    ...unlisted.map(
      (kind) => `Not known: the list of ${kind}s may lack objects. Run the command again later.`,
    ),
    "",
  ].join("\n");
}

/** Asks a question. True only for the answer "yes": Ctrl-C, Ctrl-D and the end of the input mean no. */
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
  return [
    ...problems,
    `Lists still show ${count(late, "object")} 30 s after the delete. Run the command again later.`,
  ];
}
