import { type Kind, KINDS } from "../../objects/kinds";
import { messageOf } from "../../util/message-of";
import { fieldOf } from "./api";
import { type Asked, certain, isPassing, type Probe, refusedWith } from "./question";

/** About how many calls `tryNames` makes, with the removal of its objects. */
export const FIRST_CALLS = 14;

const NAMES = {
  id: "names",
  title: "names of objects",
  document: "Section 2.3: limits of length and format of text fields are not shown.",
};

/**
 * Creates one object of each kind, and checks that reads and lists show it with its name. Otherwise no question could
 * recognise its objects, so the probe must not create more. Returns the finding that ends the questions if the server
 * refuses the name, or stores it in another form.
 * @throws Error if the probe does not know why it does not recognise its object
 */
export async function tryNames(probe: Probe): Promise<Asked | undefined> {
  const { server, own } = probe;
  await own.begin();
  for (const kind of KINDS) {
    const { reply, object } = await own.create(kind, "first");
    if (object === undefined) {
      if (isPassing(reply)) throw reply.error;
      const { length } = own.nameOf("first");
      return found(kind, `a name of ${length} characters is ${refusedWith(reply)}`, messageOf(reply.error));
    }
    try {
      await own.fresh(object);
    } catch (error) {
      server.throwIfEnded();
      if (!own.isRecognised(object)) throw new Error(stopped(kind, messageOf(error)), { cause: error });
      const name = fieldOf(kind, await own.get(object), "name");
      const isCut = typeof name === "string" && object.name.startsWith(name);
      const form = isCut ? `cut to ${name.length} characters without an error` : "stored in another form";
      return found(kind, `names are ${form}`, stopped(kind, messageOf(error)));
    }
    const listed = await own.listed(object);
    if (listed === undefined) throw new Error(stopped(kind, "a list does not show it within 30 s"));
    if (!own.mayBeListed(listed.name)) throw new Error(stopped(kind, "a list shows it with another name"));
  }
  return undefined;
}

function found(kind: Kind, what: string, failure: string): Asked {
  return { question: NAMES, answer: certain(`${kind}s: ${what}`), failure: `${NAMES.title}: ${failure}` };
}

function stopped(kind: Kind, why: string): string {
  return `The probe has stopped after its first ${kind}, because it could not recognise its objects: ${why}.`;
}
