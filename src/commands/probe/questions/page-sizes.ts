import type { Listed } from "../../../objects/found";
import { defaultDialect } from "../../../simulator";
import type { Server } from "../server";
import { certain, isPassing, notSeen, refusedWith, type Probe, type Question } from "../question";

/** Values of `maxItems` to try, until the server accepts one. The commands of this package use 250. */
const LARGE = [1_000, 250, 100];
const FIRST = 12;

interface Page {
  readonly maxItems: number | undefined;
  readonly items: readonly Listed[];
  /** True if the list has more objects. */
  readonly hasNext: boolean;
}

/** Returns the first page of a list; undefined if the server refuses it. */
async function firstPage(server: Server, maxItems?: number): Promise<Page | undefined> {
  const reply = await server.call("ListSnippet", maxItems === undefined ? {} : { maxItems });
  if (isPassing(reply)) throw new Error(`a list is ${refusedWith(reply)}`);
  if (reply.error !== undefined) return undefined;
  const { items, nextToken } = reply.value as { items: readonly Listed[]; nextToken: string | null };
  return { maxItems, items, hasNext: nextToken !== null };
}

async function largePage(server: Server): Promise<Page | undefined> {
  for (const maxItems of LARGE) {
    const page = await firstPage(server, maxItems);
    if (page !== undefined) return page;
  }
  return undefined;
}

/** Creates snippets until both sizes show themselves, or there are enough. */
async function pagesOf({ server, own, objects }: Probe) {
  for (let wanted = Math.min(FIRST, objects); ; wanted = Math.min(2 * wanted, objects)) {
    while (own.of("snippet").length < wanted)
      await own.require("snippet", `page ${own.of("snippet").length}`);
    await server.settle();
    const [usual, large] = [await firstPage(server), await largePage(server)];
    own.learnFrom("snippet", [...(usual?.items ?? []), ...(large?.items ?? [])]);
    if (wanted === objects || (usual?.hasNext === true && large?.hasNext === true)) return { usual, large };
  }
}

function inWords(page: Page | undefined): string {
  if (page === undefined) return "refused";
  const { items, hasNext } = page;
  return hasNext ? `${items.length}` : `all ${items.length} objects, so ${items.length} or more`;
}

export const pageSizes: Question = {
  id: "page-sizes",
  title: "page sizes",
  document: "Section 4.2, rule 4: default page size and maximum of maxItems are not shown.",
  calls: (objects) => 2 * objects + 12,
  async ask(probe) {
    const { usual, large } = await pagesOf(probe);
    const one = await firstPage(probe.server, 1);
    const pageSize = usual?.hasNext === true ? usual.items.length : undefined;
    const isMaximum = large?.hasNext === true && large.items.length < large.maxItems!;
    const known = isMaximum ? large.items.length : undefined;
    // A simulator sends at most its maximum, also without maxItems.
    const maximumPageSize =
      known ?? ((pageSize ?? 0) > defaultDialect.maximumPageSize ? pageSize : undefined);
    const seen =
      `without maxItems: ${inWords(usual)}; with maxItems ${large?.maxItems ?? LARGE.at(-1)}: ${inWords(large)}; ` +
      `with maxItems 1: ${inWords(one)}`;
    if (pageSize === undefined && maximumPageSize === undefined)
      return notSeen(`${seen}. Use --objects for more`);
    return certain(seen, { ...(pageSize && { pageSize }), ...(maximumPageSize && { maximumPageSize }) });
  },
};
