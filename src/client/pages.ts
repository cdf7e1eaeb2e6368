import { createHash } from "node:crypto";

import type { ListOperationName, ResponseOf } from "../api";
import { OutreachError } from "./errors/outreach-error";

/** Only stops a server that never ends: the document gives no page size. */
const MAX_PAGES = 10_000;
/** Only bounds memory: they take about 200 MB. */
const MAX_ITEMS = 500_000;
/**
 * The texts of a list, its tokens included, in Mi characters (UTF-16 code units). 100,000 objects may have 1,300 characters each;
 * a server that sends tokens or names of megabytes is stopped after a few pages, and not after the 10,000th.
 */
const MAX_MI_CHARACTERS = 128;
/** So many pages in a row without an object that was not there before. */
const MAX_BARREN_PAGES = 100;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextToken: string | null;
  readonly unlisted?: string;
}

interface Watch {
  /** Called where a page has no array of items, which counts as an empty one. */
  readonly onUnlisted?: (() => void) | undefined;
}

/**
 * The items of each page (outreach-api.md, section 4.1, rule 6), which is fetched when it is needed. An absent or empty
 * `nextToken` ends the list like null. An object that moves to a later page while the list is read appears once, so that a
 * page may have none.
 *
 * Kept of a list are the ids and a hash of each token, whatever its length. The errors name the limit.
 *
 * @throws OutreachError `OUTREACH_PAGINATION` where a token repeats, or the list does not end or is too large.
 */
export async function* allPages<Item extends { readonly id: string }>(
  operation: ListOperationName,
  fetchPage: (nextToken: string | undefined) => Promise<Page<Item>>,
  { onUnlisted }: Watch = {},
): AsyncGenerator<readonly Item[], void, undefined> {
  const ids = new Set<string>();
  const tokens = new Set<string>();
  let barren = 0;
  let characters = 0;
  let nextToken: string | undefined;
  do {
    const page = await fetchPage(nextToken);
    if (page.unlisted !== undefined) onUnlisted?.();
    const items = page.items.filter(({ id }) => !ids.has(id) && ids.add(id));
    nextToken = page.nextToken ?? undefined;
    characters += lengthOf(page) + (nextToken?.length ?? 0);
    checkSize(operation, ids.size, characters);
    yield items;
    if (nextToken !== undefined) {
      barren = items.length === 0 ? barren + 1 : 0;
      const token = hashOf(nextToken);
      checkProgress(operation, token, tokens, barren);
      tokens.add(token);
    }
  } while (nextToken !== undefined);
}

/** The characters of all texts on a page. */
function lengthOf({ items }: Page<object>): number {
  let length = 0;
  for (const item of items as readonly Readonly<Record<string, unknown>>[]) {
    for (const name in item) {
      const value = item[name];
      if (typeof value === "string") length += value.length;
    }
  }
  return length;
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}

function checkSize(operation: ListOperationName, objects: number, characters: number): void {
  if (objects > MAX_ITEMS) {
    throw unusable(operation, `does not end: it has more than ${MAX_ITEMS} objects`);
  }
  if (characters > MAX_MI_CHARACTERS * 1024 * 1024) {
    throw unusable(
      operation,
      `is too large: its texts and tokens have more than ${MAX_MI_CHARACTERS} Mi characters, the most that is read`,
    );
  }
}

function checkProgress(
  operation: ListOperationName,
  token: string,
  tokens: ReadonlySet<string>,
  barren: number,
): void {
  if (tokens.has(token)) {
    throw unusable(operation, "does not end: the server sent the same nextToken twice");
  }
  if (barren >= MAX_BARREN_PAGES) {
    throw unusable(operation, `does not end: ${MAX_BARREN_PAGES} pages in a row brought nothing new`);
  }
  if (tokens.size + 1 >= MAX_PAGES) {
    throw unusable(operation, `does not end: it has more than ${MAX_PAGES} pages`);
  }
}

function unusable(operation: ListOperationName, problem: string): OutreachError {
  return new OutreachError({
    code: "OUTREACH_PAGINATION",
    message: `${operation}: the list ${problem}.`,
    operation,
  });
}

export type ItemOf<N extends ListOperationName> = ResponseOf<N> extends { items: (infer I)[] } ? I : never;
