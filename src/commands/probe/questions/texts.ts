import type { RawResponse } from "../../../client";
import type { Kind } from "../../../objects/kinds";
import { sameText } from "../../../objects/text";
import { type Dialect, dialectSettings, textStoredAs } from "../../../simulator";
import type { OwnObject } from "../own-objects";
import { certain, decided, likely, notSeen, refusedWith } from "../question";
import type { Probe, Question, Questions } from "../question";
import { fieldOf } from "../server";

const OPTIONAL = "Section 2.1: the description is optional.";
const SUPPLIED = "Section 4.2, rule 2: an update changes the description when supplied.";

function shownIn(reply: RawResponse): Dialect["absentDescription"] | "text" {
  const value = fieldOf("cluster", reply, "description");
  if (value === undefined) return "absent";
  if (value === null) return "null";
  return value === "" ? "empty" : "text";
}

/** Updates the description, after it was set, to this value. Returns the words and the result for it. */
async function clearing({ own }: Probe, object: OwnObject, value: "" | null) {
  const label = value === null ? "null" : "empty";
  await own.change(object, { description: "Probe" }, `before ${label}`);
  await own.read(object);
  const reply = await own.update(object, { description: value }, `after ${label}`);
  decided(reply);
  if (reply.error === undefined) return { clears: shownIn(await own.read(object)) !== "text", refusal: "" };
  return { clears: false, refusal: `; ${JSON.stringify(value)} is ${refusedWith(reply)}` };
}

const descriptions: Questions = {
  "absent-description": {
    title: "cluster without a description",
    document: OPTIONAL,
    async ask({ own }) {
      const object = await own.require("cluster", "bare");
      const shown = shownIn(await own.read(object));
      if (shown === "text") return notSeen("a text that the probe has not sent");
      return certain(`shown as ${shown}`, { absentDescription: shown });
    },
  },
  "empty-description": {
    title: 'create with the description "", or null',
    document: OPTIONAL,
    async ask({ own }) {
      const seen: string[] = [];
      for (const description of ["", null]) {
        const { reply, object } = await own.create("cluster", "empty", { description });
        decided(reply);
        const outcome =
          object === undefined ? refusedWith(reply) : `shown as ${shownIn(await own.read(object))}`;
        seen.push(`${JSON.stringify(description)} is ${outcome}`);
      }
      return certain(seen.join(", "));
    },
  },
  "update-without-description": {
    title: "update without a description",
    document: SUPPLIED,
    async ask({ own }) {
      const object = await own.require("cluster", "kept", { description: "Probe" });
      await own.change(object, {}, "kept, changed");
      const isKept = shownIn(await own.read(object)) === "text";
      return certain(isKept ? "keeps the description" : "removes the description, against the document");
    },
  },
  "clear-description": {
    title: "value of an update that clears a description",
    document: SUPPLIED,
    async ask(probe) {
      const object = await probe.own.require("cluster", "described");
      const empty = await clearing(probe, object, "");
      const nothing = await clearing(probe, object, null);
      const others = nothing.clears ? "null" : "neither";
      const clearDescription = empty.clears ? (nothing.clears ? "empty-or-null" : "empty") : others;
      return certain(`${clearDescription}${empty.refusal}${nothing.refusal}`, { clearDescription });
    },
  },
};

const NOT_SHOWN = "Section 2.3: length and format limits of text fields are not shown.";

/** A text that each value of the setting `storedText` stores in another form. */
export const REVEALING = '  a\r\nb & <i> "q" it\'s e\u0301 \u00e9 \ufb01 \u{1F600} z\u200bz \r\n';

/** Parts of that text, for servers that store it in a form which no value describes. */
const PARTS: readonly (readonly [what: string, part: string])[] = [
  ["white space at the beginning", "  a"],
  ["white space at the end", " \r\n"],
  ["CRLF", "\r\nb"],
  ["HTML characters", "& <i>"],
  ["straight quotes", '"q" it\'s'],
  ["decomposed letters", "e\u0301"],
  ["composed letters", "\u00e9"],
  ["ligatures", "\ufb01"],
  ["emoji", "\u{1F600}"],
  ["invisible characters", "z\u200bz"],
];

/** Compares a text with the one that a read shows. The words do not repeat it. */
function storedAs(sent: string, shown: unknown): { seen: string; storedText?: Dialect["storedText"] } {
  if (typeof shown !== "string") return { seen: "a read shows no text" };
  const style = dialectSettings.storedText.values.find((value) => textStoredAs(sent, value) === shown);
  if (style === "as-sent") return { seen: "unchanged", storedText: style };
  const changed = PARTS.filter(([what, part]) =>
    what.endsWith("end") ? !shown.endsWith(part) : !shown.includes(part),
  );
  const what = style ?? `changed: ${changed.map(([part]) => part).join(", ") || "another part"}`;
  const effect = sameText(sent, shown) ? "ignores this difference" : "sees a difference";
  return { seen: `${what} (the provider ${effect})`, ...(style && { storedText: style }) };
}

const PLACEHOLDER = "Hi {cdktf_outreach_probe}";

const forms: Questions = {
  "stored-prompt": {
    title: "how a prompt is stored: line ends, blanks, HTML, quotes, Unicode",
    document: NOT_SHOWN,
    async ask({ own }) {
      const { reply, object } = await own.create("snippet", "text", { prompt: REVEALING });
      if (object === undefined) return notSeen(refusedWith(reply));
      const { seen, storedText } = storedAs(REVEALING, await own.shown(object, "prompt"));
      return certain(seen, { storedText });
    },
  },
  "stored-names": {
    title: "how a name and a description are stored",
    document: NOT_SHOWN,
    async ask({ own }) {
      const { reply, object } = await own.create("cluster", "text", { description: REVEALING });
      decided(reply);
      const description =
        object === undefined
          ? refusedWith(reply)
          : storedAs(REVEALING, await own.shown(object, "description")).seen;
      const named = await own.require("cluster", "name");
      const before = named.name;
      const update = await own.update(named, {}, `name ${REVEALING}`);
      if (update.error !== undefined)
        return certain(`description: ${description}; name: ${refusedWith(update)}`);
      const renamed = await own.read(named, (name) => typeof name === "string" && name !== before);
      const { seen } = storedAs(named.name, fieldOf("cluster", renamed, "name"));
      return certain(`description: ${description}; name: ${seen}`);
    },
  },
  "empty-prompt": {
    title: "empty prompt",
    document: NOT_SHOWN,
    async ask({ own }) {
      const { reply, object } = await own.create("snippet", "empty", { prompt: "" });
      decided(reply);
      return certain(object === undefined ? refusedWith(reply) : "accepted");
    },
  },
  "unknown-variable": {
    title: "prompt with the placeholder of an unknown variable",
    document: "Section 2.2: a prompt may contain placeholders.",
    async ask({ own }) {
      const { reply, object } = await own.create("snippet", "placeholder", { prompt: PLACEHOLDER });
      decided(reply);
      if (object === undefined) return certain(refusedWith(reply));
      const shown = await own.shown(object, "prompt");
      return shown === PLACEHOLDER ? certain("accepted") : likely("accepted, but stored as another text");
    },
  },
};

/** Attempts between an accepted and a refused length. They find a limit below 4,096 characters exactly. */
const MAX_HALVINGS = 12;

/**
 * Asks for the longest text of a field. Tries `most` characters first, because most servers accept them, then halves the
 * lengths that are left.
 */
function lengthOf(kind: Kind, property: "name" | "prompt" | "description", most: number): Question {
  const isName = property === "name";
  const labelOf = (length: number) => `${property} ${String(length).padStart(String(most).length, "0")} `;
  const characters = (length: number) => `${length.toLocaleString("en")} characters`;
  return {
    title: `longest ${property}`,
    document: "Section 2.3: length limits of text fields are not shown.",
    async ask({ own }) {
      const object = await own.require(kind, property);
      // A name begins with a label, so it cannot be shorter.
      const least = isName ? own.nameOf(labelOf(0)).length : 0;
      /** Updates the object so that the field has this length. Returns the length that a read shows, or the refusal. */
      const fill = async (length: number): Promise<number | string> => {
        const [label, filling] = [labelOf(length), "x".repeat(length - least)];
        const content = isName ? {} : { [property]: filling };
        const reply = await own.update(object, content, isName ? label + filling : label);
        if (reply.error !== undefined) return refusedWith(reply);
        const start = own.nameOf(label).trimEnd();
        const isFresh = (name: unknown) => typeof name === "string" && name.startsWith(start);
        const text = fieldOf(kind, await own.read(object, isFresh), property);
        return typeof text === "string" ? text.length : 0;
      };
      const first = await fill(most);
      if (typeof first === "number")
        return certain(
          first >= most ? `${characters(most)} or more` : `cut to ${characters(first)} without an error`,
        );
      let [kept, refused, how] = [least, most, first];
      for (let halving = 0; halving < MAX_HALVINGS && refused - kept > 1; halving += 1) {
        const length = (kept + refused) >> 1;
        const found = await fill(length);
        if (typeof found === "number") kept = length;
        else [refused, how] = [length, found];
      }
      const limit = `${characters(refused)} are ${how}`;
      return kept === least ? notSeen(limit) : certain(`${characters(kept)}; ${limit}`);
    },
  };
}

export const texts: Questions = {
  ...descriptions,
  ...forms,
  "name-length": lengthOf("snippet", "name", 2_000),
  "prompt-length": lengthOf("snippet", "prompt", 100_000),
  "description-length": lengthOf("cluster", "description", 20_000),
};
