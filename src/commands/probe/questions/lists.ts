import type { JsonObject } from "../../../util/json";
import type { Dialect } from "../../../simulator";
import type { OwnObject } from "../own-objects";
import { certain, notSeen, refusedWith, type Probe, type Question } from "../question";

/** The order of the letters differs from the order of creation, in both directions. */
const LABELS = ["order c", "order a", "order d", "order b"];
/** If two orders are the same by chance, each further object makes that less likely. */
const MORE_LABELS = ["order f", "order e", "order h", "order g"];
/** Simulators show this many characters of a cut name. */
const CUT = 20;

type Order = Dialect["listOrder"];

/** Returns the ids of own objects, in the order of the list. */
async function orderOf({ server }: Probe, known: readonly OwnObject[], fields: JsonObject = {}) {
  const ids = new Set(known.map(({ id }) => id));
  const { items } = await server.list("snippet", fields);
  return items.map(({ id }) => id).filter((id) => ids.has(id));
}

function orders(known: readonly OwnObject[]): Readonly<Record<Order, readonly string[]>> {
  const created = known.map(({ id }) => id);
  const byName = known.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ id }) => id);
  return { created, "created-descending": created.toReversed(), name: byName, id: created.toSorted() };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

/** Creates objects until at most one order fits the list. */
async function ordered(probe: Probe) {
  const known: OwnObject[] = [];
  for (const label of LABELS) known.push(await probe.own.require("snippet", label));
  for (const left = [...MORE_LABELS]; ;) {
    const list = await probe.server.until(async () => {
      const order = await orderOf(probe, known);
      return order.length === known.length ? order : undefined;
    });
    const order = list?.found ?? [];
    const fitting = (Object.entries(orders(known)) as [Order, readonly string[]][])
      .filter(([, ids]) => isSame(ids, order))
      .map(([name]) => name);
    const more = left.shift();
    if (fitting.length < 2 || more === undefined) return { known, order, fitting };
    known.push(await probe.own.require("snippet", more));
  }
}

/** The orders of lists with `sortOrder`; undefined if the server refuses the value. */
async function sorted(probe: Probe, known: readonly OwnObject[], sortOrder: string) {
  const reply = await probe.server.call("ListSnippet", { sortOrder, maxItems: 1 });
  return reply.error === undefined ? orderOf(probe, known, { sortOrder }) : undefined;
}

/** Returns what `asc` and `desc` do; undefined for a meaning that the simulator does not have. */
async function meaningOf(probe: Probe, known: readonly OwnObject[], usual: readonly string[]) {
  const [ascending, descending] = [await sorted(probe, known, "asc"), await sorted(probe, known, "desc")];
  if (ascending === undefined || descending === undefined) return { seen: "asc or desc is refused" };
  const { created, name } = orders(known);
  const meanings = [
    ["ignored", usual, usual],
    ["by-name", name, name.toReversed()],
    ["by-creation", created, created.toReversed()],
  ] as const;
  const [sortOrder] =
    meanings.find(([, up, down]) => isSame(ascending, up) && isSame(descending, down)) ?? [];
  return { seen: sortOrder ?? "another meaning", ...(sortOrder && { sortOrder }) };
}

const listOrder: Question = {
  id: "list-order",
  title: "order of lists, and the field sortOrder",
  document: "Section 4.3, rule 3: values and meaning of sortOrder are not shown.",
  calls: () => 18,
  async ask(probe) {
    const { known, order, fitting } = await ordered(probe);
    const listOrder = fitting.length === 1 ? fitting[0] : undefined;
    const { seen, ...sortOrder } = await meaningOf(probe, known, order);
    const other = await probe.server.call("ListSnippet", { sortOrder: "cdktf-outreach-probe" });
    const unknown = other.error === undefined ? "accepted" : refusedWith(other);
    return certain(
      `order: ${listOrder ?? "another one"}; sortOrder asc and desc: ${seen}; another value: ${unknown}`,
      {
        ...(listOrder && { listOrder }),
        ...sortOrder,
      },
    );
  },
};

const listedNames: Question = {
  id: "listed-names",
  title: "names in lists",
  document: "Sections 4.2 and 4.3: not shown.",
  calls: () => 5,
  async ask({ own }) {
    const object = await own.require("snippet", `listed ${"x".repeat(40)}`);
    const name = (await own.shown(object, "name")) as string;
    const listed = (await own.listed(object))?.name;
    if (listed === undefined) return notSeen("the list does not show the snippet");
    if (listed === name) return certain("whole", { listedNames: "whole" });
    if (listed === name.slice(0, CUT)) return certain(`cut after ${CUT} characters`, { listedNames: "cut" });
    if (listed === `${name.slice(0, CUT - 1)}\u2026`)
      return certain(`${CUT} characters, the last an ellipsis`, { listedNames: "ellipsis" });
    return certain(
      `${name.startsWith(listed) ? "cut after" : "another text of"} ${[...listed].length} characters`,
    );
  },
};

/** Questions about lists, except page sizes. */
export const lists = [listOrder, listedNames];
