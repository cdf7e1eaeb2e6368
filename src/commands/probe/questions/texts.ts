import { sameText } from "../../../objects/text";
import { type Dialect, dialectSettings, textStoredAs } from "../../../simulator";
import { fieldOf } from "../api";
import type { OwnObject } from "../own-objects";
import { certain, isPassing, likely, notSeen, refusedWith, type Probe, type Question } from "../question";

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

interface Stored {
  readonly style: Dialect["storedText"] | undefined;
  readonly seen: string;
}

/** Compares a text with the one that a read shows. The words do not repeat it. */
export function storedAs(sent: string, shown: unknown): Stored {
  if (typeof shown !== "string") return { style: undefined, seen: "a read shows no text" };
  const style = dialectSettings.storedText.values.find((value) => textStoredAs(sent, value) === shown);
  if (style === "as-sent") return { style, seen: "unchanged" };
  const changed = PARTS.filter(([what, part]) =>
    what.endsWith("end") ? !shown.endsWith(part) : !shown.includes(part),
  );
  const what = style ?? `changed: ${changed.map(([part]) => part).join(", ") || "another part"}`;
  const effect = sameText(sent, shown)
    ? "the provider ignores this difference"
    : "the provider sees a difference";
  return { style, seen: `${what} (${effect})` };
}

const storedText: Question = {
  id: "stored-prompt",
  title: "how a prompt is stored: line ends, blanks, HTML, quotes, Unicode",
  document: NOT_SHOWN,
  calls: () => 4,
  async ask({ own }) {
    const { reply, object } = await own.create("snippet", "text", { prompt: REVEALING });
    if (object === undefined) return notSeen(refusedWith(reply));
    const { style, seen } = storedAs(REVEALING, await own.shown(object, "prompt"));
    return certain(seen, style && { storedText: style });
  },
};

/** Reads a cluster after its name has become another one than `before`. */
async function renamed({ own }: Probe, object: OwnObject, before: string) {
  const reply = await own.read(object, (name) => typeof name === "string" && name !== before);
  return fieldOf("cluster", reply, "name");
}

const otherTexts: Question = {
  id: "stored-names",
  title: "how a name and a description are stored",
  document: NOT_SHOWN,
  calls: () => 6,
  async ask(probe) {
    const { own } = probe;
    const { reply, object } = await own.create("cluster", "text", { description: REVEALING });
    if (isPassing(reply)) return notSeen(refusedWith(reply));
    const words: string[] = [];
    if (object === undefined) words.push(`description: ${refusedWith(reply)}`);
    else words.push(`description: ${storedAs(REVEALING, await own.shown(object, "description")).seen}`);
    const named = await own.require("cluster", "name");
    const before = named.name;
    const update = await own.update(named, {}, `name ${REVEALING}`);
    if (update.error !== undefined) words.push(`name: ${refusedWith(update)}`);
    else words.push(`name: ${storedAs(named.name, await renamed(probe, named, before)).seen}`);
    return certain(words.join("; "));
  },
};

const emptyPrompt: Question = {
  id: "empty-prompt",
  title: "empty prompt",
  document: NOT_SHOWN,
  calls: () => 3,
  async ask({ own }) {
    const { reply, object } = await own.create("snippet", "empty", { prompt: "" });
    if (isPassing(reply)) return notSeen(refusedWith(reply));
    return certain(object === undefined ? refusedWith(reply) : "accepted");
  },
};

/** A placeholder of a variable that probably does not exist. */
const PLACEHOLDER = "Hi {cdktf_outreach_probe}";

const placeholder: Question = {
  id: "unknown-variable",
  title: "prompt with the placeholder of an unknown variable",
  document: "Section 2.2: a prompt may contain placeholders.",
  calls: () => 4,
  async ask({ own }) {
    const { reply, object } = await own.create("snippet", "placeholder", { prompt: PLACEHOLDER });
    if (isPassing(reply)) return notSeen(refusedWith(reply));
    if (object === undefined) return certain(refusedWith(reply));
    const shown = await own.shown(object, "prompt");
    return shown === PLACEHOLDER ? certain("accepted") : likely("accepted, but stored as another text");
  },
};

export const texts = [storedText, otherTexts, emptyPrompt, placeholder];
