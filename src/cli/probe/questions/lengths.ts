import type { Kind } from "../../../objects/kinds";
import { fieldOf } from "../api";
import type { OwnObject } from "../own-objects";
import { certain, notSeen, refusedWith, type Answer, type Probe, type Question } from "../question";

const NOT_SHOWN = "Section 2.3: length limits of text fields are not shown.";
/** Attempts between an accepted and a refused length. They find a limit of a few thousand characters exactly. */
const MOST_HALVINGS = 12;

/** What a server did with a text of a length: kept it, cut it to a length, or refused it. */
type Outcome = { readonly kept: number } | { readonly refused: string };

/** A field to fill with texts of different lengths. */
interface Limited {
  readonly kind: Kind;
  readonly property: "name" | "prompt" | "description";
  /** The longest text to send, in characters. */
  readonly most: number;
}

/** Updates an object so that a field has this length, and returns how many characters a read shows. */
async function tryLength(
  { own }: Probe,
  object: OwnObject,
  { kind, property, most }: Limited,
  length: number,
) {
  const label = `${property} ${String(length).padStart(String(most).length, "0")} `;
  const rest = "x".repeat(length - (property === "name" ? own.nameOf(label).length : 0));
  const isName = property === "name";
  const reply = await own.update(object, isName ? {} : { [property]: rest }, isName ? label + rest : label);
  if (reply.error !== undefined) return { refused: refusedWith(reply) };
  const start = own.nameOf(label).trimEnd();
  const shown = await own.read(object, (name) => typeof name === "string" && name.startsWith(start));
  const text = fieldOf(kind, shown, property);
  return { kept: typeof text === "string" ? text.length : 0 };
}

/** Tries the longest text first, because most servers accept it. Then halves the lengths that are left. */
async function longest(probe: Probe, object: OwnObject, field: Limited): Promise<Answer> {
  const outcome = (length: number): Promise<Outcome> => tryLength(probe, object, field, length);
  const first = await outcome(field.most);
  const characters = (length: number) => `${length.toLocaleString("en")} characters`;
  if ("kept" in first) {
    if (first.kept >= field.most) return certain(`${characters(field.most)} or more`);
    return certain(`cut to ${characters(first.kept)} without an error`);
  }
  let [accepted, refused, how] = [0, field.most, first.refused];
  let lower = field.property === "name" ? probe.own.nameOf("").length + 20 : 1;
  for (let halving = 0; halving < MOST_HALVINGS && refused - lower > 1; halving += 1) {
    const length = (lower + refused) >> 1;
    const found = await outcome(length);
    if ("kept" in found) [lower, accepted] = [length, length];
    else [refused, how] = [length, found.refused];
  }
  return accepted === 0
    ? notSeen(how)
    : certain(`${characters(accepted)}; ${characters(refused)} are ${how}`);
}

function lengthOf(id: string, title: string, field: Limited): Question {
  return {
    ...{ id, title, document: NOT_SHOWN },
    calls: () => 5,
    async ask(probe) {
      return longest(probe, await probe.own.require(field.kind, field.property), field);
    },
  };
}

/** Questions about the lengths of texts. */
export const lengths = [
  lengthOf("name-length", "longest name", { kind: "snippet", property: "name", most: 2_000 }),
  lengthOf("prompt-length", "longest prompt", { kind: "snippet", property: "prompt", most: 100_000 }),
  lengthOf("description-length", "longest description", {
    kind: "cluster",
    property: "description",
    most: 20_000,
  }),
];
