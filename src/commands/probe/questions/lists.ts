import { isRetryable } from "../../../client";
import type { Listed } from "../../../objects/found";
import { defaultDialect, type Dialect } from "../../../simulator";
import type { JsonObject } from "../../../util/json";
import { compareText } from "../../../util/lists";
import type { OwnObject } from "../own-objects";
import { certain, notSeen, NotSeen, question, refusedWith, type Probe, type Questions } from "../question";
import type { Server } from "../server";

/** Two orders of so many objects are hardly ever the same by chance. */
const LABELS = ["c", "a", "f", "e", "h", "b", "g", "d"];

type Order = Dialect["listOrder"];

async function askOrder({ own, server }: Probe) {
  const known: OwnObject[] = [];
  for (const label of LABELS) known.push(await own.require("snippet", `order ${label}`));
  const listed = async (fields: JsonObject = {}) => {
    const { items } = await server.list("snippet", fields);
    return items.map(({ id }) => id).filter((id) => known.some((object) => object.id === id));
  };
  const complete = await server.until(async () => {
    const ids = await listed();
    return ids.length === known.length ? ids.join() : undefined;
  });
  if (complete === undefined) throw new NotSeen("a list does not show all snippets within 30 s");
  const usual = complete.found;
  const joined = (objects: readonly OwnObject[]) => objects.map(({ id }) => id).join();
  const byName = known.toSorted((a, b) => compareText(a.name, b.name));
  const orders: readonly (readonly [Order, string])[] = [
    ["created", joined(known)],
    ["created-descending", joined(known.toReversed())],
    ["name", joined(byName)],
    ["id", joined(known.toSorted((a, b) => compareText(a.id, b.id)))],
  ];
  const [fitting, ...others] = orders.filter(([, ids]) => ids === usual);
  // Ids may be in the order of creation.
  const listOrder = others.length === 0 ? fitting?.[0] : undefined;

  const sorted: string[] = [];
  for (const sortOrder of ["asc", "desc"]) {
    const { error } = await server.call("ListSnippet", { sortOrder, maxItems: 1 });
    sorted.push(error === undefined ? (await listed({ sortOrder })).join() : "refused");
  }
  const meanings = [
    ["ignored", usual, usual],
    ["by-name", joined(byName), joined(byName.toReversed())],
    ["by-creation", joined(known), joined(known.toReversed())],
  ] as const;
  const sortOrder = meanings.find(([, up, down]) => up === sorted[0] && down === sorted[1])?.[0];
  const meaning = sortOrder ?? (sorted.includes("refused") ? "refused" : "another meaning");
  return certain(`order: ${listOrder ?? "another one"}; sortOrder asc and desc: ${meaning}`, {
    listOrder,
    sortOrder,
  });
}

/** Values of `maxItems` to try, until the server accepts one. The commands of this package use 250. */
const LARGE = [1_000, 250, 100];
const FIRST = 12;
const CUT = 20;

interface Page {
  readonly maxItems: number | undefined;
  readonly items: readonly Listed[];
  readonly hasNext: boolean;
}

/** Returns the first page for the first `maxItems` that the server accepts; undefined if it refuses all. */
async function firstPage(server: Server, sizes: readonly (number | undefined)[]): Promise<Page | undefined> {
  for (const maxItems of sizes) {
    const reply = await server.call("ListSnippet", { maxItems });
    if (isRetryable(reply.error)) throw new Error(`a list is ${refusedWith(reply)}`);
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
  "list-order": question("order of lists, and sortOrder", "Section 4.3, rule 3: not shown.", askOrder),
  "listed-names": question("names in lists", "Sections 4.2 and 4.3: not shown.", async ({ own }) => {
    const object = await own.require("snippet", `listed ${"x".repeat(40)}`);
    const name = (await own.shown(object, "name")) as string;
    const listed = (await own.listed(object))?.name;
    if (listed === undefined) return notSeen("the list does not show the snippet");
    if (listed === name) return certain("whole", { listedNames: "whole" });
    if (listed === name.slice(0, CUT)) return certain(`cut after ${CUT} characters`, { listedNames: "cut" });
    if (listed === `${name.slice(0, CUT - 1)}\u2026`)
      return certain(`${CUT} characters, the last an ellipsis`, { listedNames: "ellipsis" });
    return certain(`another text of ${[...listed].length} characters`);
  }),
  "page-sizes": question("page sizes", "Section 4.2, rule 4: not shown.", async (probe) => {
    const { usual, large } = await pagesOf(probe);
    const pageSize = usual?.hasNext === true ? usual.items.length : undefined;
    const isMaximum = large?.hasNext === true && large.items.length < large.maxItems!;
    // A simulator sends at most its maximum, also without maxItems.
    const isAboveDefault = (pageSize ?? 0) > defaultDialect.maximumPageSize;
    const maximumPageSize = isMaximum ? large.items.length : isAboveDefault ? pageSize : undefined;
    const seen = `without maxItems: ${inWords(usual)}; with maxItems ${large?.maxItems ?? LARGE.at(-1)}: ${inWords(large)}`;
    if (pageSize === undefined && maximumPageSize === undefined)
      return notSeen(`${seen}. Use --objects for more`);
    return certain(seen, { pageSize, maximumPageSize });
  }),
};
