import { isObject } from "../shared/json";
import type { EffectOf, PartialSign } from "./fault-rules";
import { type HttpResponse, parseBody } from "./http";

interface Sign {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: object;
}

const SIGNS: Readonly<Record<Exclude<PartialSign, "duplicate-key">, Sign>> = {
  "206": { status: 206 },
  "203": { status: 203 },
  "content-range": { headers: { "content-range": "items 0-0/*" } },
  link: { headers: { link: '<https://api.invalid/?page=2>; rel="next"' } },
  "has-more": { fields: { page: { has_more: true } } },
  "is-truncated": { fields: { IsTruncated: true } },
  "second-token": { fields: { nextPageToken: "more" } },
};

/** Returns a list with only its first objects, and with the sign that it lacks some. */
export function partialResponse(
  { sign, items = 0 }: EffectOf<"partial">,
  response: HttpResponse,
): HttpResponse {
  const page = parseBody(Buffer.from(response.body));
  const [name, list] = isObject(page)
    ? (Object.entries(page).find(([, value]) => Array.isArray(value)) ?? [])
    : [];
  if (name === undefined || !isObject(page)) return response;
  const kept = { ...page, [name]: (list as readonly unknown[]).slice(0, items), nextToken: null };
  if (sign === "duplicate-key") {
    const [whole, part] = [JSON.stringify(page), JSON.stringify(kept)];
    return { ...response, body: `${whole.slice(0, -1)},${part.slice(1)}` };
  }
  const { status = response.status, headers, fields } = SIGNS[sign];
  const body = JSON.stringify({ ...kept, ...fields });
  return { status, headers: { ...response.headers, ...headers }, body };
}
