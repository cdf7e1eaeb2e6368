import { type Kind, KINDS } from "../../objects/kinds";
import { keyOf } from "../workspace/objects";
import { API, fieldOf } from "./api";
import { mayBegin } from "./names";
import type { Server } from "./server";

/** An object whose whole name a response has shown. */
export interface NamedObject {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
}

/** Which names to look for: what they begin with, and whether a whole name is one of them. */
export interface Wanted {
  readonly begin: string;
  isWanted(name: string): boolean;
}

/** The objects with a wanted name, and what was listed to find them. */
export interface Found {
  readonly objects: readonly NamedObject[];
  /** The `keyOf` of every object in the lists. */
  readonly listed: ReadonlySet<string>;
  /** The kinds whose list has no array, so that it proves nothing. */
  readonly unlisted: readonly Kind[];
}

/** Lists all objects, and returns those with a wanted name. Reads a name only if the list may have cut it. */
export async function findNamed(server: Server, { begin, isWanted }: Wanted): Promise<Found> {
  const objects: NamedObject[] = [];
  const unlisted: Kind[] = [];
  const listed = new Set<string>();
  for (const kind of KINDS) {
    const { items, isUnlisted } = await server.list(kind);
    if (isUnlisted) unlisted.push(kind);
    for (const { id, name } of items) {
      listed.add(keyOf({ kind, id }));
      if (!mayBegin(name, begin)) continue;
      const whole = isWanted(name) ? name : await readName(server, kind, id);
      if (whole !== undefined && isWanted(whole)) objects.push({ kind, id, name: whole });
    }
  }
  return { objects, listed, unlisted };
}

/** Returns the name that a read shows; undefined if it shows none. */
export async function readName(server: Server, kind: Kind, id: string): Promise<string | undefined> {
  const reply = await server.call(API[kind].get, { id });
  const name = reply.error === undefined ? fieldOf(kind, reply, "name") : undefined;
  return typeof name === "string" ? name : undefined;
}
