import type { ListOperationName, ResponseOf } from "../api";
import { OutreachError } from "./errors";

/** Only stops a server that never ends: the document gives no page size. */
const MAX_PAGES = 10_000;
/** Only bounds memory: they take about 200 MB. */
const MAX_ITEMS = 500_000;
/** So many pages in a row without an object that was not there before. */
const MAX_BARREN_PAGES = 100;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextToken: string | null;
}

/**
 * The items of each page (outreach-api.md, section 4.1, rule 6), which is fetched when it is needed. An absent or empty
 * `nextToken` ends the list like null. An object that moves to a later page while the list is read appears once, so that a
 * page may have none.
 *
 * @throws OutreachError `OUTREACH_PAGINATION` where a token repeats or the list does not end.
 */
export async function* allPages<Item extends { readonly id: string }>(
  operation: ListOperationName,
  fetchPage: (nextToken: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<readonly Item[], void, undefined> {
  const ids = new Set<string>();
  const tokens = new Set<string>();
  let barren = 0;
  let nextToken: string | undefined;
  do {
    const page = await fetchPage(nextToken);
    const items = page.items.filter(({ id }) => !ids.has(id) && ids.add(id));
    if (ids.size > MAX_ITEMS) throw endless(operation, `it has more than ${MAX_ITEMS} objects`);
    yield items;
    nextToken = page.nextToken ?? undefined;
    if (nextToken !== undefined) {
      barren = items.length === 0 ? barren + 1 : 0;
      checkProgress(operation, nextToken, tokens, barren);
      tokens.add(nextToken);
    }
  } while (nextToken !== undefined);
}

function checkProgress(
  operation: ListOperationName,
  nextToken: string,
  tokens: ReadonlySet<string>,
  barren: number,
): void {
  if (tokens.has(nextToken)) {
    throw endless(operation, "the server sent the same nextToken twice");
  }
  if (barren >= MAX_BARREN_PAGES) {
    throw endless(operation, `${MAX_BARREN_PAGES} pages in a row brought nothing new`);
  }
  if (tokens.size + 1 >= MAX_PAGES) {
    throw endless(operation, `it has more than ${MAX_PAGES} pages`);
  }
}

function endless(operation: ListOperationName, problem: string): OutreachError {
  return new OutreachError({
    code: "OUTREACH_PAGINATION",
    message: `${operation}: the list does not end: ${problem}.`,
    operation,
  });
}

export type ItemOf<N extends ListOperationName> = ResponseOf<N> extends { items: (infer I)[] } ? I : never;
