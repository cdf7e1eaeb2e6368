import type { HostileContent } from "./fault-rules";
import { isObject } from "../shared/json";
import { type HttpResponse, parseBody } from "./http";

const DEPTH = 100_000;

/** The bodies that break the contract, made from the response that they replace. */
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
  "bad-utf8": () =>
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]),
};

/** Returns a response of the same status with a body that breaks the contract. */
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
