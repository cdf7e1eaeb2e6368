import { type Kind, KINDS } from "../../objects/kinds";
import { messageOf } from "../../shared/message-of";
import type { Probe } from "./question";

/** About how many calls `tryNames` makes, with the removal of its objects. */
export const FIRST_CALLS = 12;

/**
 * Creates one object of each kind, and checks that reads and lists show it with its name. Otherwise neither
 * this run nor `--clean` could recognise the objects of the probe, so the probe must not create more.
 * @throws Error if they do not
 */
export async function tryNames({ server, own }: Probe): Promise<void> {
  for (const kind of KINDS) {
    const object = await own.require(kind, "first");
    await own.fresh(object).catch((error: unknown) => {
      server.throwIfEnded();
      throw stopped(kind, messageOf(error), error);
    });
    const listed = await own.listed(object);
    if (listed === undefined) throw stopped(kind, "a list does not show it within 30 s");
    if (!own.mayBeListed(listed.name)) throw stopped(kind, "a list shows it with another name");
  }
}

function stopped(kind: Kind, why: string, cause?: unknown): Error {
  const message = `The probe has stopped after its first ${kind}, because it could not recognise its objects: ${why}.`;
  return new Error(message, { cause });
}
