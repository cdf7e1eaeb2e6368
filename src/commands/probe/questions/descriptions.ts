import type { RawResponse } from "../../../client";
import type { Dialect } from "../../../simulator";
import { bodyOf, fieldOf, wireOf } from "../api";
import type { OwnObject } from "../own-objects";
import { certain, isPassing, notSeen, refusedWith, type Probe, type Question } from "../question";

const OPTIONAL = "Section 2.1: the description is optional.";
const SUPPLIED = "Section 4.2, rule 2: an update changes the description when supplied.";

/** Returns how a read shows a description: "absent", "null", "empty", or "text". */
function shownIn(reply: RawResponse): Dialect["absentDescription"] | "text" {
  const value = fieldOf("cluster", reply, "description");
  if (!(wireOf("cluster", "description") in bodyOf(reply))) return "absent";
  if (value === null) return "null";
  return value === "" ? "empty" : "text";
}

const absentDescription: Question = {
  id: "absent-description",
  title: "cluster without a description",
  document: OPTIONAL,
  calls: () => 4,
  async ask({ own }) {
    const object = await own.require("cluster", "bare");
    const shown = shownIn(await own.fresh(object));
    if (shown === "text") return notSeen("a text that the probe has not sent");
    const words = { absent: "no such field", null: "null", empty: 'the text ""' };
    return certain(words[shown], { absentDescription: shown });
  },
};

const emptyDescription: Question = {
  id: "empty-description",
  title: 'create with the description "", or null',
  document: OPTIONAL,
  calls: () => 8,
  async ask({ own }) {
    const seen: string[] = [];
    for (const [what, description] of [
      ['""', ""],
      ["null", null],
    ] as const) {
      const { reply, object } = await own.create("cluster", "empty", { description });
      if (isPassing(reply)) return notSeen(refusedWith(reply));
      if (object === undefined) seen.push(`${what} is ${refusedWith(reply)}`);
      else seen.push(`${what} is shown as ${shownIn(await own.fresh(object))}`);
    }
    return certain(seen.join(", "));
  },
};

const keptDescription: Question = {
  id: "update-without-description",
  title: "update without a description",
  document: SUPPLIED,
  calls: () => 6,
  async ask({ own }) {
    const object = await own.require("cluster", "kept", { description: "Probe" });
    await own.change(object, {}, "kept, changed");
    const isKept = shownIn(await own.fresh(object)) === "text";
    return certain(isKept ? "keeps the description" : "removes the description, against the document");
  },
};

/** Returns what an update with this description does to one that was set before. */
async function clearing({ own }: Probe, object: OwnObject, value: "" | null) {
  const label = value === null ? "null" : "empty";
  await own.change(object, { description: "Probe" }, `before ${label}`);
  await own.fresh(object);
  const reply = await own.update(object, { description: value }, `after ${label}`);
  if (reply.error !== undefined) return { reply, clears: false };
  return { reply, clears: shownIn(await own.fresh(object)) !== "text" };
}

const clearDescription: Question = {
  id: "clear-description",
  title: "value of an update that clears a description",
  document: SUPPLIED,
  calls: () => 12,
  async ask(probe) {
    const object = await probe.own.require("cluster", "described");
    const empty = await clearing(probe, object, "");
    const nothing = await clearing(probe, object, null);
    const passing = [empty.reply, nothing.reply].find(isPassing);
    if (passing !== undefined) return notSeen(refusedWith(passing));
    const value = empty.clears
      ? nothing.clears
        ? "empty-or-null"
        : "empty"
      : nothing.clears
        ? "null"
        : "neither";
    const words = {
      "empty-or-null": '"" and null',
      empty: 'only ""',
      null: "only null",
      neither: 'neither "" nor null',
    };
    const refused = Object.entries({ '""': empty, null: nothing })
      .filter(([, { reply }]) => reply.error !== undefined)
      .map(([what, { reply }]) => `; ${what} is ${refusedWith(reply)}`);
    return certain(`${words[value]}${refused.join("")}`, { clearDescription: value });
  },
};

export const descriptions = [absentDescription, emptyDescription, keptDescription, clearDescription];
