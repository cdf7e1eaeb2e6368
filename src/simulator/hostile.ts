import { isObject } from "../util/json";
import type { HostileContent, PartialSign } from "./fault-rules";
import { type HttpResponse, parseBody } from "./http";

const DEPTH = 100_000;

const BODIES: Readonly<Record<HostileContent, (response: HttpResponse) => HttpResponse["body"]>> = {
  html: () => "<!doctype html><title>Sign in</title><p>Sign in to the network to go on.</p>",
  text: () => "this is not JSON",
  empty: () => "",
  null: () => "null",
  array: ({ body }) => `[${body.toString()}]`,
  "empty-object": () => "{}",
  deep: () => '{"a":'.repeat(DEPTH) + "1" + "}".repeat(DEPTH),
  proto: (response) => withPrototypes(valueOf(response)),
  "wrong-types": (response) => JSON.stringify(mapLeaves(valueOf(response), wrongType)),
  "lone-surrogates": (response) => JSON.stringify(mapLeaves(valueOf(response), loneSurrogate)),
  "bad-utf8": () => Buffer.from('{"a":"\xc3\x28\xff"}', "latin1"),
};

export function hostileResponse(content: HostileContent, response: HttpResponse): HttpResponse {
  const type = content === "html" ? "text/html; charset=utf-8" : "application/json";
  return { status: response.status, headers: { "content-type": type }, body: BODIES[content](response) };
}

function valueOf({ body }: HttpResponse): unknown {
  return parseBody(Buffer.from(body)) ?? {};
}

function withPrototypes(value: unknown): string {
  const own = isObject(value) ? JSON.stringify(value).slice(1, -1) : "";
  const attack = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}';
  return `{${[attack, own].filter(Boolean).join(",")}}`;
}

function loneSurrogate(leaf: unknown): unknown {
  return typeof leaf === "string" ? `${leaf}\ud800` : leaf;
}

function wrongType(leaf: unknown): unknown {
  if (typeof leaf === "string") return 42;
  return typeof leaf === "number" ? String(leaf) : [];
}

function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  if (!isObject(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapLeaves(item, change)]));
}

const SIGNS: Readonly<Record<PartialSign, Partial<HttpResponse> & { readonly fields?: object }>> = {
  "206": { status: 206 },
  "203": { status: 203 },
  "content-range": { headers: { "content-range": "items 0-0/*" } },
  link: { headers: { link: '<https://api.invalid/?page=2>; rel="next"' } },
  "has-more": { fields: { page: { has_more: true } } },
  "is-truncated": { fields: { IsTruncated: true } },
  "second-token": { fields: { nextPageToken: "more" } },
  "duplicate-key": {},
};

/** Returns the first `items` objects of a list's response, with a sign that objects are missing. */
export function partialResponse(sign: PartialSign, items: number, response: HttpResponse): HttpResponse {
  const page = valueOf(response) as Readonly<Record<string, unknown>>;
  const [name, list] = Object.entries(page).find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined) return response;
  const { status, headers, fields } = SIGNS[sign];
  const kept = { ...page, [name]: (list as readonly unknown[]).slice(0, items), nextToken: null, ...fields };
  const [whole, part] = [JSON.stringify(page), JSON.stringify(kept)];
  return {
    status: status ?? response.status,
    headers: { ...response.headers, ...headers },
    body: sign === "duplicate-key" ? `${whole.slice(0, -1)},${part.slice(1)}` : part,
  };
}
