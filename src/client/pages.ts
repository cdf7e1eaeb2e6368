import { createHash } from "node:crypto";
import type { Doubt, ListOperationName, ResponseOf } from "../api";
import type { CallOptions } from "./options";
import { OutreachError } from "./errors/outreach-error";
import { isRejected } from "./errors/predicates";

/**
 * These limits keep a list below about 200 MB of memory. `MAX_LENGTH` counts the code units of texts and
 * tokens.
 */
const MAX_ITEMS = 500_000;
const MAX_LENGTH = 128 * 1024 * 1024;
const MAX_PAGES_WITHOUT_NEW = 100;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextToken: string | null;
  readonly doubt?: Doubt;
}

export interface ListOptions extends CallOptions {
  /** Items per page. If the server rejects this number of items, the list uses the server's default. */
  readonly maxItems?: number | undefined;
  /** Called for a page that may lack objects or has no array. The list then proves no delete. */
  readonly onDoubt?: ((doubt: Doubt) => void) | undefined;
}

export interface PageRequest {
  readonly maxItems?: number;
  readonly nextToken?: string;
}

/**
 * Skips an object whose id was on an earlier page. @throws OutreachError `OUTREACH_PAGINATION` if a token
 * repeats, or the list does not end or is too large
 */
export async function* allPages<Item extends { readonly id: string }>(
  operation: ListOperationName,
  fetchPage: (request: PageRequest) => Promise<Page<Item>>,
  { maxItems, onDoubt }: ListOptions = {},
): AsyncGenerator<readonly Item[], void, undefined> {
  const ids = new Set<string>();
  const tokens = new Set<string>();
  let pagesWithoutNew = 0;
  let length = 0;
  let request: PageRequest = maxItems === undefined ? {} : { maxItems };
  for (;;) {
    const page = await fetchPage(request).catch((error: unknown) => {
      // The API document shows no maximum of maxItems, so a server may reject a large number.
      if (request.maxItems === undefined || tokens.size > 0 || !isRejected(error)) throw error;
      request = {};
      return undefined;
    });
    if (page === undefined) continue;
    if (page.doubt !== undefined) onDoubt?.(page.doubt);
    const items = page.items.filter(({ id }) => !ids.has(id) && ids.add(id));
    const { nextToken } = page;
    const texts = page.items
      .flatMap((item) => Object.values(item))
      .filter((value) => typeof value === "string");
    length = texts.reduce((sum, text) => sum + text.length, length + (nextToken?.length ?? 0));
    if (ids.size > MAX_ITEMS)
      throw unusable(operation, `does not end: it has more than ${MAX_ITEMS} objects`);
    if (length > MAX_LENGTH) throw unusable(operation, "is too large: it has more than 128 Mi characters");
    yield items;
    if (nextToken === null) return;
    pagesWithoutNew = items.length === 0 ? pagesWithoutNew + 1 : 0;
    const token = createHash("sha256").update(nextToken).digest("base64");
    if (tokens.has(token))
      throw unusable(operation, "does not end: the server sent the same nextToken twice");
    if (pagesWithoutNew >= MAX_PAGES_WITHOUT_NEW)
      throw unusable(operation, `does not end: ${MAX_PAGES_WITHOUT_NEW} successive pages had no new object`);
    tokens.add(token);
    request = { ...request, nextToken };
  }
}

function unusable(operation: ListOperationName, problem: string): OutreachError {
  const message = `${operation}: the list ${problem}.`;
  return new OutreachError({ code: "OUTREACH_PAGINATION", message, operation });
}

export type ItemOf<N extends ListOperationName> = ResponseOf<N> extends { items: (infer I)[] } ? I : never;
