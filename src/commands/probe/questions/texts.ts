import type { Kind } from "../../../objects/kinds";
import { sameText } from "../../../objects/text";
import { type Dialect, dialectSettings, textStoredAs } from "../../../simulator";
import { type Answer, certain, decided, notSeen, refusedWith, question } from "../question";
import type { Question, Questions } from "../question";
import { fieldOf } from "../server";

function presenceOf(description: unknown): Dialect["absentDescription"] | "text" {
  if (description === undefined) return "absent";
  if (description === null) return "null";
  return description === "" ? "empty" : "text";
}

const descriptions: Questions = {
  "absent-description": question(
    "create with an empty description",
    "Section 2.1: optional.",
    async ({ own }) => {
      const seen: string[] = [];
      let absentDescription: Dialect["absentDescription"] | undefined;
      for (const [what, description] of [["none"], ["empty", ""], ["null", null]] as const) {
        const { reply, object } = await own.create("cluster", `description ${what}`, { description });
        decided(reply);
        const shown = object && presenceOf(await own.shown(object, "description"));
        seen.push(`${what} is ${shown === undefined ? refusedWith(reply) : `shown as ${shown}`}`);
        if (what === "none" && shown !== "text") absentDescription = shown;
      }
      return certain(seen.join(", "), { absentDescription });
    },
  ),
  "update-without-description": question(
    "update without a description",
    "Section 4.2: changed if supplied.",
    async ({ own }) => {
      const object = await own.require("cluster", "kept", { description: "Probe" });
      await own.change(object, {}, "kept, changed");
      const isKept = presenceOf(await own.shown(object, "description")) === "text";
      return certain(isKept ? "keeps the description" : "removes the description, against the document");
    },
  ),
  "clear-description": question(
    "value of an update that clears a description",
    "Section 4.2: changed if supplied.",
    async ({ own }) => {
      const object = await own.require("cluster", "described");
      const clearing: string[] = [];
      const refusals: string[] = [];
      for (const [what, description] of [
        ["empty", ""],
        ["null", null],
      ] as const) {
        await own.change(object, { description: "Probe" }, `before ${what}`);
        await own.read(object);
        const reply = await own.update(object, { description }, `after ${what}`);
        decided(reply);
        if (reply.error !== undefined) refusals.push(`; ${what} is ${refusedWith(reply)}`);
        else if (presenceOf(await own.shown(object, "description")) !== "text") clearing.push(what);
      }
      const clearDescription = (clearing.join("-or-") || "neither") as Dialect["clearDescription"];
      return certain([clearDescription, ...refusals].join(""), { clearDescription });
    },
  ),
};

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

/** Compares the text that a read shows with the sent one. The words do not repeat it. */
function formOf(shown: unknown, sent: string): Answer {
  if (typeof shown !== "string") return certain("a read shows no text");
  const storedText = dialectSettings.storedText.values.find((value) => textStoredAs(sent, value) === shown);
  if (storedText === "as-sent") return certain("unchanged", { storedText });
  const changed = PARTS.filter(([what, part]) =>
    what.endsWith("end") ? !shown.endsWith(part) : !shown.includes(part),
  );
  const what = storedText ?? `changed: ${changed.map(([part]) => part).join(", ") || "another part"}`;
  const effect = sameText(sent, shown) ? "ignores this difference" : "sees a difference";
  return certain(`${what} (the provider ${effect})`, { storedText });
}

/** Asks what a read shows of a prompt or a description after a create. */
function stored(
  title: string,
  document: string,
  content: { readonly prompt: string } | { readonly description: string },
  answer: (shown: unknown, sent: string) => Answer,
): Question {
  const [[field, sent]] = Object.entries(content) as [[string, string]];
  const kind = field === "prompt" ? "snippet" : "cluster";
  return question(title, document, async ({ own }) => {
    // Each text has another length. Equal names may be refused.
    const { reply, object } = await own.create(kind, `${field} ${sent.length}`, content);
    decided(reply);
    return object === undefined ? certain(refusedWith(reply)) : answer(await own.shown(object, field), sent);
  });
}

const isKept = (shown: unknown, sent: string) =>
  certain(shown === sent ? "accepted" : "accepted, but stored as another text");

const forms: Questions = {
  "stored-prompt": stored(
    "how a prompt is stored: line ends, white space, HTML, quotes, Unicode",
    "Section 2.3: not shown.",
    { prompt: REVEALING },
    formOf,
  ),
  "stored-description": stored(
    "how a description is stored",
    "Section 2.3: not shown.",
    { description: REVEALING },
    (shown, sent) => certain(formOf(shown, sent).seen),
  ),
  "stored-names": question("how a name is stored", "Section 2.3: not shown.", async ({ own }) => {
    const object = await own.require("cluster", "name");
    const before = object.name;
    const reply = await own.update(object, {}, `name ${REVEALING}`);
    decided(reply);
    if (reply.error !== undefined) return certain(refusedWith(reply));
    const renamed = await own.read(object, (name) => typeof name === "string" && name !== before);
    return certain(formOf(fieldOf("cluster", renamed, "name"), object.name).seen);
  }),
  "empty-prompt": stored("empty prompt", "Section 2.3: not shown.", { prompt: "" }, isKept),
  "unknown-variable": stored(
    "prompt with the placeholder of an unknown variable",
    "Section 2.2: a prompt may contain placeholders.",
    { prompt: "Hi {cdktf_outreach_probe}" },
    isKept,
  ),
};

/** They find a limit below 4,096 characters exactly. */
const MAX_LENGTHS = 13;

/**
 * Asks for the longest text of a field. Tries `most` characters first, because most servers accept them, then halves the
 * lengths that are left.
 */
function lengthOf(kind: Kind, field: "name" | "prompt" | "description", most: number): Question {
  const labelOf = (length: number) => `${field} ${String(length).padStart(String(most).length, "0")} `;
  const characters = (length: number) => `${length.toLocaleString("en")} characters`;
  return question(`longest ${field}`, "Section 2.3: not shown.", async ({ own }) => {
    const object = await own.require(kind, field);
    // A name begins with a label, so it cannot be shorter.
    const least = field === "name" ? own.nameOf(labelOf(0)).length : 0;
    /** Gives the field this length. Returns the length that a read shows, or the refusal. */
    const fill = async (length: number): Promise<number | string> => {
      const [label, filling] = [labelOf(length), "x".repeat(length - least)];
      const reply = await (field === "name"
        ? own.update(object, {}, label + filling)
        : own.update(object, { [field]: filling }, label));
      if (reply.error !== undefined) return refusedWith(reply);
      const start = own.nameOf(label).trimEnd();
      const isFresh = (name: unknown) => typeof name === "string" && name.startsWith(start);
      const text = fieldOf(kind, await own.read(object, isFresh), field);
      return typeof text === "string" ? text.length : 0;
    };
    let [kept, refused, how] = [least, most + 1, ""];
    let length = most;
    for (let tried = 0; tried < MAX_LENGTHS && refused - kept > 1; tried += 1) {
      const found = await fill(length);
      if (typeof found === "string") [refused, how] = [length, found];
      else if (found < length) return certain(`cut to ${characters(found)} without an error`);
      else kept = length;
      length = (kept + refused) >> 1;
    }
    if (kept === most) return certain(`${characters(most)} or more`);
    const limit = `${characters(refused)} are ${how}`;
    return kept === least ? notSeen(limit) : certain(`${characters(kept)}; ${limit}`);
  });
}

export const texts: Questions = {
  ...descriptions,
  ...forms,
  "name-length": lengthOf("snippet", "name", 2_000),
  "prompt-length": lengthOf("snippet", "prompt", 100_000),
  "description-length": lengthOf("cluster", "description", 20_000),
};
