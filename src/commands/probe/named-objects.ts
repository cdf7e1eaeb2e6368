import { type Kind, KINDS } from "../../objects/kinds";
import { keyOf, type ListedObject } from "../../estate/workspace/workspace";
import { API, fieldOf, type Server } from "./server";

export const PREFIX = "cdktf-outreach probe";

/** Matches the `plain` name of an object of a probe: the prefix, the random part of its run, and a label, or a cut of it. */
const OF_A_PROBE = new RegExp(`^${plain(PREFIX)}([0-9a-f]{16}.|[0-9a-f]{8,15}$)`);
/** A shorter part of the prefix is often the beginning of other names, too. */
const MIN_CUT_LENGTH = 12;

/** Returns the letters and digits of a name in lower case, which slugs and other forms of the name have, too. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Reports whether a name begins with a text, in any form that servers store. */
export function begins(name: string, text: string): boolean {
  return plain(name).startsWith(plain(text));
}

/** Reports whether a name, which a server may have cut, can begin with this text. */
export function mayBegin(name: string, text: string): boolean {
  const cut = plain(name);
  return begins(name, text) || (cut.length >= MIN_CUT_LENGTH && plain(text).startsWith(cut));
}

/**
 * Lists all objects, and returns those with a wanted name, which begins with `begin`. Reads a name only if the list
 * may have cut it. `listed` has the `keyOf` of every object, and `unlisted` the kinds whose list may lack objects, so
 * that it proves no absence.
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

/** Finds the objects of all probes. */
export function findLeftovers(server: Server) {
  return findNamed(server, `${PREFIX} `, (name) => OF_A_PROBE.test(plain(name)));
}
