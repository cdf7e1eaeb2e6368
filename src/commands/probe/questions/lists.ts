import type { Listed } from "../../../objects/found";
import { defaultDialect, type Dialect } from "../../../simulator";
import type { JsonObject } from "../../../util/json";
import { compareText } from "../../../util/lists";
import type { OwnObject } from "../own-objects";
import { certain, isPassing, notSeen, refusedWith, type Probe, type Questions } from "../question";
import type { Server } from "../server";

/** The order of the letters differs from the order of creation, in both directions. */
const LABELS = ["order c", "order a", "order d", "order b"];
/** If two orders are the same by chance, each further object makes that less likely. */
const MORE_LABELS = ["order f", "order e", "order h", "order g"];
const CUT = 20;

type Order = Dialect["listOrder"];

async function orderOf({ server }: Probe, known: readonly OwnObject[], fields: JsonObject = {}) {
  const { items } = await server.list("snippet", fields);
  return items.map(({ id }) => id).filter((id) => known.some((object) => object.id === id));
}

function orders(known: readonly OwnObject[]): Readonly<Record<Order, readonly string[]>> {
  const created = known.map(({ id }) => id);
  const name = known.toSorted((a, b) => compareText(a.name, b.name)).map(({ id }) => id);
  return { created, "created-descending": created.toReversed(), name, id: created.toSorted() };
}

/** Creates objects until at most one order fits the list. Returns that order, and the ids as the list has them. */
async function ordered(probe: Probe) {
  const known: OwnObject[] = [];
  const left = [...MORE_LABELS];
  for (const label of LABELS) known.push(await probe.own.require("snippet", label));
  for (;;) {
    const list = await probe.server.until(async () => {
      const order = await orderOf(probe, known);
      return order.length === known.length ? order : undefined;
    });
    const usual = list?.found ?? [];
    const fitting = Object.entries(orders(known)).filter(([, ids]) => ids.join() === usual.join());
    const more = left.shift();
    if (fitting.length === 1) return { known, usual, listOrder: fitting[0]![0] as Order };
    if (fitting.length === 0 || more === undefined) return { known, usual };
    known.push(await probe.own.require("snippet", more));
  }
}

/** Returns what `asc` and `desc` do; the setting is undefined for a meaning that the simulator does not have. */
async function meaningOf(probe: Probe, known: readonly OwnObject[], usual: readonly string[]) {
  const sorted: string[] = [];
  for (const sortOrder of ["asc", "desc"]) {
    const { error } = await probe.server.call("ListSnippet", { sortOrder, maxItems: 1 });
    if (error !== undefined) return { meaning: "asc or desc is refused" };
    sorted.push((await orderOf(probe, known, { sortOrder })).join());
  }
  const { created, name } = orders(known);
  const meanings = [
    ["ignored", usual, usual],
    ["by-name", name, name.toReversed()],
    ["by-creation", created, created.toReversed()],
  ] as const;
  const found = meanings.find(([, up, down]) => up.join() === sorted[0] && down.join() === sorted[1]);
  return { meaning: found?.[0] ?? "another meaning", sortOrder: found?.[0] };
}

/** Values of `maxItems` to try, until the server accepts one. The commands of this package use 250. */
const LARGE = [1_000, 250, 100];
const FIRST = 12;

interface Page {
  readonly maxItems: number | undefined;
  readonly items: readonly Listed[];
  readonly hasNext: boolean;
}

/** Returns the first page for the first `maxItems` that the server accepts; undefined if it refuses all. */
async function firstPage(server: Server, sizes: readonly (number | undefined)[]): Promise<Page | undefined> {
  for (const maxItems of sizes) {
    const reply = await server.call("ListSnippet", maxItems === undefined ? {} : { maxItems });
    if (isPassing(reply)) throw new Error(`a list is ${refusedWith(reply)}`);
    if (reply.error !== undefined) continue;
    const { items, nextToken } = reply.value as { items: readonly Listed[]; nextToken: string | null };
    return { maxItems, items, hasNext: nextToken !== null };
  }
  return undefined;
}

/** Creates snippets until both sizes show themselves, or there are enough. */
async function pagesOf({ server, own, objects }: Probe) {
  for (let wanted = Math.min(FIRST, objects); ; wanted = Math.min(2 * wanted, objects)) {
    while (own.of("snippet").length < wanted)
      await own.require("snippet", `page ${own.of("snippet").length}`);
    await server.settle();
    const [usual, large] = [await firstPage(server, [undefined]), await firstPage(server, LARGE)];
    own.learnFrom("snippet", [...(usual?.items ?? []), ...(large?.items ?? [])]);
    if (wanted === objects || (usual?.hasNext === true && large?.hasNext === true)) return { usual, large };
  }
}

function inWords(page: Page | undefined): string {
  if (page === undefined) return "refused";
  const { length } = page.items;
  return page.hasNext ? `${length}` : `all ${length} objects, so ${length} or more`;
}

/** The questions about lists. Page sizes come last, because they need the objects of all other questions. */
export const lists: Questions = {
  "list-order": {
    title: "order of lists, and the field sortOrder",
    document: "Section 4.3, rule 3: values and meaning of sortOrder are not shown.",
    async ask(probe) {
      const { known, usual, listOrder } = await ordered(probe);
      const { meaning, sortOrder } = await meaningOf(probe, known, usual);
      const other = await probe.server.call("ListSnippet", { sortOrder: "cdktf-outreach-probe" });
      const unknown = other.error === undefined ? "accepted" : refusedWith(other);
      return certain(
        `order: ${listOrder ?? "another one"}; sortOrder asc and desc: ${meaning}; another value: ${unknown}`,
        { listOrder, sortOrder },
      );
    },
  },
  "listed-names": {
    title: "names in lists",
    document: "Sections 4.2 and 4.3: not shown.",
    async ask({ own }) {
      const object = await own.require("snippet", `listed ${"x".repeat(40)}`);
      const name = (await own.shown(object, "name")) as string;
      const listed = (await own.listed(object))?.name;
      if (listed === undefined) return notSeen("the list does not show the snippet");
      if (listed === name) return certain("whole", { listedNames: "whole" });
      if (listed === name.slice(0, CUT))
        return certain(`cut after ${CUT} characters`, { listedNames: "cut" });
      if (listed === `${name.slice(0, CUT - 1)}\u2026`)
        return certain(`${CUT} characters, the last an ellipsis`, { listedNames: "ellipsis" });
      const what = name.startsWith(listed) ? "cut after" : "another text of";
      return certain(`${what} ${[...listed].length} characters`);
    },
  },
  "page-sizes": {
    title: "page sizes",
    document: "Section 4.2, rule 4: default page size and maximum of maxItems are not shown.",
    async ask(probe) {
      const { usual, large } = await pagesOf(probe);
      const one = await firstPage(probe.server, [1]);
      const pageSize = usual?.hasNext === true ? usual.items.length : undefined;
      const isMaximum = large?.hasNext === true && large.items.length < large.maxItems!;
      // A simulator sends at most its maximum, also without maxItems.
      const isAboveDefault = (pageSize ?? 0) > defaultDialect.maximumPageSize;
      const maximumPageSize = isMaximum ? large.items.length : isAboveDefault ? pageSize : undefined;
      const seen =
        `without maxItems: ${inWords(usual)}; with maxItems ${large?.maxItems ?? LARGE.at(-1)}: ${inWords(large)}; ` +
        `with maxItems 1: ${inWords(one)}`;
      if (pageSize === undefined && maximumPageSize === undefined)
        return notSeen(`${seen}. Use --objects for more`);
      return certain(seen, { pageSize, maximumPageSize });
    },
  },
};
