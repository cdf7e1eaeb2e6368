import { keyOf, type ListedObject } from "../../estate/workspace/workspace";
import { type Kind, KINDS } from "../../objects/kinds";
import { isCut, nameKey } from "../../objects/text";
import { printReport } from "../../render/report";
import { messageOf } from "../../util/message-of";
import { count, shortened } from "../../util/text";
import { exitStatus } from "../exit-status";
import { API, fieldOf, type Server } from "./server";

export const PREFIX = "cdktf-outreach probe";

/** A probe's object has the prefix, the random part of the run, and a label in its name. */
const OF_A_PROBE = new RegExp(`^${nameKey(PREFIX)}[0-9A-F]{16}.`);
/** A shorter part of the prefix often begins names of other objects, too. */
const MIN_CUT_LENGTH = 12;

/** The server may have made the name a slug or upper case. */
export function begins(name: unknown, text: string): boolean {
  return typeof name === "string" && isCut(name, text);
}

/** A name that the list may have cut also matches. */
export function mayBegin(name: string, text: string): boolean {
  return begins(name, text) || (name.length >= MIN_CUT_LENGTH && isCut(text, name));
}

/**
 * Reads an object if the list may have cut its name. `listed` has the `keyOf` of all listed objects.
 * `unlisted` has the kinds whose list may lack objects.
 */
export async function findNamed(server: Server, begin: string, isWanted: (name: string) => boolean) {
  const objects: ListedObject[] = [];
  const unlisted: Kind[] = [];
  const listed = new Set<string>();
  for (const kind of KINDS) {
    const { items, doubt } = await server.list(kind);
    if (doubt !== undefined) unlisted.push(kind);
    for (const { id, name } of items) {
      listed.add(keyOf({ kind, id }));
      if (!mayBegin(name, begin)) continue;
      const whole = isWanted(name) ? name : await readName(server, kind, id);
      if (whole !== undefined && isWanted(whole)) objects.push({ kind, id, name: whole });
    }
  }
  return { objects, listed, unlisted };
}

export async function readName(server: Server, kind: Kind, id: string): Promise<string | undefined> {
  const reply = await server.call(API[kind].get, { id });
  const name = reply.error === undefined ? fieldOf(kind, reply, "name") : undefined;
  return typeof name === "string" ? name : undefined;
}

export function findLeftovers(server: Server) {
  return findNamed(server, PREFIX, (name) => OF_A_PROBE.test(nameKey(name)));
}

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

/** Returns sentences about objects that may still exist. */
export async function removeLeftovers(server: Server, objects: readonly ListedObject[]): Promise<string[]> {
  const problems: string[] = [];
  const deleted: ListedObject[] = [];
  for (const object of objects) {
    const { kind, id, name } = object;
    try {
      // The object may have been renamed after the list showed its name.
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
