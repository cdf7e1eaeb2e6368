import { pagingFields } from "../../api";
import { isObject, type JsonObject } from "../../util/json";
import type { HttpResponse } from "../connection/exchange";
import { NAME_LENGTH, type Received } from "./server-text";

/** Status 206 marks partial content. With status 203, a proxy may have changed the content. */
export function partialStatus({ status }: HttpResponse): string | undefined {
  return status === 203 || status === 206 ? `the status is ${status}` : undefined;
}

/**
 * Returns why a list with this page may lack objects. For example, the page may have a paging field that the
 * API document does not show. `isLast` is true for a page without `nextToken`.
 */
export function partialReason(
  page: Received,
  { text, json }: { readonly text: string; readonly json: unknown },
  isLast: boolean,
): string | undefined {
  const status = partialStatus(page.response);
  if (status !== undefined) return status;
  if (page.response.header("content-range") !== undefined) return "the header Content-Range names a part";
  if (keysIn(text) > [...entriesIn(json)].length) return "a key occurs twice in an object";
  return isLast ? continuation(page, json) : undefined;
}

const NEXT_LINK = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\s*(?:[;,]|$))/i;

/**
 * More objects exist if a field named like `MORE` is true, one like `LAST` is false, or one like `NEXT_PAGE`
 * names a page.
 */
const MORE = /^(?:has|is|are)?(?:more|next|truncated|incomplete|partial)/;
const LAST = /^(?:is|list)?(?:last|complete|final|finished|done)(?:page|batch)?$/;
const NEXT_PAGE =
  /^(?:odata)?(?:next|continuation)(?:page|batch|set)?(?:token|cursor|link|url|uri|key|marker|offset|id)?$|^(?:page|paging|scroll)(?:token|id|cursor)$|^cursor$|evaluatedkey$/;

function continuation({ operation, response, redact }: Received, json: unknown): string | undefined {
  if (NEXT_LINK.test(response.header("link") ?? "")) return "the header Link names a next page";
  const shown = "list" in operation.response ? [operation.response.list, pagingFields.nextToken.wire] : [];
  const others = Object.entries(json as JsonObject).filter(([key]) => !shown.includes(key));
  for (const [key, value] of entriesIn(Object.fromEntries(others))) {
    const name = key.replace(/[^a-z]/gi, "").toLowerCase();
    const text = typeof value === "object" ? "" : String(value).toLowerCase();
    const field = () => `the field ${redact(key, NAME_LENGTH)}`;
    if (MORE.test(name) && text === "true") return `${field()} is true`;
    if (LAST.test(name) && text === "false") return `${field()} is false`;
    if (NEXT_PAGE.test(name) && namesPage(value)) return `${field()} names a next page`;
  }
  return undefined;
}

function namesPage(value: unknown): boolean {
  if (typeof value === "string") return !/^(?:null|none|undefined|false)?$/i.test(value.trim());
  if (typeof value === "number") return value > 0;
  return isObject(value) && Object.keys(value).length > 0;
}

function* entriesIn(json: unknown): Generator<[key: string, value: unknown]> {
  const open = [json];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const entry of Object.entries(value)) {
      if (!Array.isArray(value)) yield entry;
      open.push(entry[1]);
    }
  }
}

const [QUOTE, BACKSLASH, COLON, SPACE] = [0x22, 0x5c, 0x3a, 0x20];

/** If an object in a JSON text repeats a key, the parsed value has fewer keys than the text. */
function keysIn(text: string): number {
  let keys = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    do at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
    while (text.charCodeAt(at) !== QUOTE);
    do at += 1;
    while (text.charCodeAt(at) <= SPACE);
    if (text.charCodeAt(at) === COLON) keys += 1;
  }
  return keys;
}
