import type { Kind } from "../../../objects/kinds";
import { fieldOf } from "../api";
import type { OwnObject } from "../own-objects";
import { certain, notSeen, refusedWith, type Answer, type Probe, type Question } from "../question";

const NOT_SHOWN = "Section 2.3: length limits of text fields are not shown.";
/** Attempts between an accepted and a refused length. They find a limit below 4,096 characters exactly. */
const MAX_HALVINGS = 12;

/** What a server did with a text of a length: kept it, cut it to a length, or refused it. */
type LengthOutcome = { readonly kept: number } | { readonly refused: string };

interface Limited {
  readonly kind: Kind;
  readonly property: "name" | "prompt" | "description";
  /** The longest text to send, in characters. */
  readonly most: number;
}

function fillerOf({ own }: Probe, object: OwnObject, { kind, property, most }: Limited) {
  const isName = property === "name";
  const labelOf = (length: number) => `${property} ${String(length).padStart(String(most).length, "0")} `;
  /** The shortest length that `fill` takes, because a name begins with a label. */
  const least = isName ? own.nameOf(labelOf(0)).length : 0;
  /** Updates the object so that the field has this length, and reads how many characters it has. */
  const fill = async (length: number): Promise<LengthOutcome> => {
    const label = labelOf(length);
    const filling = "x".repeat(length - least);
    const reply = await own.update(
      object,
      isName ? {} : { [property]: filling },
      isName ? label + filling : label,
    );
    if (reply.error !== undefined) return { refused: refusedWith(reply) };
    const start = own.nameOf(label).trimEnd();
    const isFresh = (name: unknown) => typeof name === "string" && name.startsWith(start);
    const text = fieldOf(kind, await own.read(object, isFresh), property);
    return { kept: typeof text === "string" ? text.length : 0 };
  };
  return { least, fill };
}

/** Tries the longest text first, because most servers accept it. Then halves the lengths that are left. */
async function longest({ least, fill }: ReturnType<typeof fillerOf>, most: number): Promise<Answer> {
  const first = await fill(most);
  const characters = (length: number) => `${length.toLocaleString("en")} characters`;
  if ("kept" in first) {
    if (first.kept >= most) return certain(`${characters(most)} or more`);
    return certain(`cut to ${characters(first.kept)} without an error`);
  }
  let [accepted, refused, how] = [least, most, first.refused];
  for (let halving = 0; halving < MAX_HALVINGS && refused - accepted > 1; halving += 1) {
    const length = (accepted + refused) >> 1;
    const found = await fill(length);
    if ("kept" in found) accepted = length;
    else [refused, how] = [length, found.refused];
  }
  if (accepted === least) return notSeen(`${characters(refused)} are ${how}`);
  return certain(`${characters(accepted)}; ${characters(refused)} are ${how}`);
}

function lengthOf(id: string, title: string, field: Limited): Question {
  return {
    ...{ id, title, document: NOT_SHOWN },
    calls: () => 5,
    async ask(probe) {
      const object = await probe.own.require(field.kind, field.property);
      return longest(fillerOf(probe, object, field), field.most);
    },
  };
}

export const lengths = [
  lengthOf("name-length", "longest name", { kind: "snippet", property: "name", most: 2_000 }),
  lengthOf("prompt-length", "longest prompt", { kind: "snippet", property: "prompt", most: 100_000 }),
  lengthOf("description-length", "longest description", {
    kind: "cluster",
    property: "description",
    most: 20_000,
  }),
];
