import type { HostileContent } from "./fault-rules";
import { isObject } from "../shared/json";
import { type HttpResponse, jsonResponse, parseBody } from "./http";

const DEPTH = 100_000;
const SIGN_IN = "<!doctype html><title>Sign in</title><p>Sign in to the network to go on.</p>";

/** Returns a response of the same status with a body that breaks the contract. */
export function hostileResponse(content: HostileContent, response: HttpResponse): HttpResponse {
  const json = (body: string | Buffer) => ({ ...jsonResponse(response.status, null), body });
  switch (content) {
    case "html":
      return { ...json(SIGN_IN), headers: { "content-type": "text/html; charset=utf-8" } };
    case "text":
      return json("this is not JSON");
    case "empty":
      return json("");
    case "null":
      return json("null");
    case "array":
      return json(`[${response.body.toString()}]`);
    case "empty-object":
      return json("{}");
    case "deep":
      return json('{"a":'.repeat(DEPTH) + "1" + "}".repeat(DEPTH));
    case "bad-utf8":
      return json(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]));
    case "proto":
      return json(withPrototypes(valueOf(response)));
    case "wrong-types":
      return json(JSON.stringify(mapLeaves(valueOf(response), wrongType)));
    case "lone-surrogates":
      return json(JSON.stringify(mapLeaves(valueOf(response), loneSurrogate)));
  }
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
