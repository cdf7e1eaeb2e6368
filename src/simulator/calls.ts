import { setTimeout as sleep } from "node:timers/promises";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { type OperationName, operations } from "../api";
import { isObject } from "../util/json";
import { deliver, type Delivery } from "./delivery";
import {
  ApiError,
  errorBody,
  errorResponse,
  type HttpResponse,
  jsonResponse,
  parseBody,
  withHeaders,
} from "./http";
import type { EffectOf, HostileContent, Moment, PartialSign } from "./fault-rules";
import type { Strike } from "./faults";
import { carryOut } from "./handlers";
import type { OpenRequest } from "./journal";
import type { Simulation } from "./simulation";
import { validateCall } from "./validate";

interface ReceivedCall {
  readonly name: OperationName;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly connection: ServerResponse;
  readonly entry: OpenRequest;
}

/** A fault of a call. `released` resolves when its hold is released, even before the call reaches it. */
type Admitted = Strike & { readonly released?: Promise<void> };

/** Handles a call: latency, faults before the operation, the operation, faults after it, response. */
export async function handleCall(simulation: Simulation, call: ReceivedCall): Promise<void> {
  const { name, body, connection, entry } = call;
  const { era } = simulation;
  const strikes = simulation.faults.strike(name, body).map((strike) => admit(strike, simulation));
  entry.struckBy(strikes.map(({ rule }) => rule));
  await pause(simulation.latencyMs, simulation);

  let delivery: Delivery | undefined;
  const applyAll = async (moment: Moment) => {
    for (const strike of strikes) {
      if (momentOf(strike.effect) === moment) delivery = await apply(strike, delivery, simulation);
    }
  };
  await applyAll("before");
  if (delivery === undefined && simulation.era === era) {
    delivery = perform(simulation, call, strikes);
    entry.reach("committed");
  }
  await applyAll("after");
  if (delivery === undefined) {
    connection.destroy();
    return entry.end("gone", null);
  }
  entry.end(await deliver(connection, delivery, simulation.closing), delivery.status);
}

function admit(strike: Strike, { releases }: Simulation): Admitted {
  if (strike.effect.type !== "hold") return strike;
  return { ...strike, released: new Promise((resolve) => releases.once(strike.rule, resolve)) };
}

/** Carries out the operation. Faults may make a read show an older state, or hide a write from reads. */
function perform(simulation: Simulation, call: ReceivedCall, strikes: readonly Strike[]): HttpResponse {
  const { world, visibility, dialect } = simulation;
  const effects = strikes.map(({ effect }) => effect);
  const staleBy = effects.map((effect) => (effect.type === "stale" ? (effect.writes ?? 1) : 0));
  const faults = {
    staleBy: Math.max(0, ...staleBy),
    loops: effects.some(({ type }) => type === "loop"),
    omitted: effects.flatMap((effect) => (effect.type === "omit" ? effect.ids : [])),
  };
  try {
    const values = validateCall(operations[call.name], call, simulation);
    const { response, write } = carryOut(call.name, values, { world, visibility, dialect, ...faults });
    if (write !== undefined && simulation.lagMs > 0) visibility.delay(write, simulation.lagMs);
    for (const { rule, effect } of strikes) {
      if (effect.type === "hide" && write !== undefined) visibility.hide(write, rule, effect.reads);
    }
    return response;
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(error, dialect);
    throw error;
  }
}

/** The effects that apply before the operation if a rule has no `when`. */
const BEFORE: readonly string[] = ["status", "throttle", "delay", "hold", "reset"];

function momentOf(effect: Strike["effect"]): Moment {
  const chosen = "when" in effect ? effect.when : undefined;
  return chosen ?? (BEFORE.includes(effect.type) ? "before" : "after");
}

async function apply(
  { effect, released }: Admitted,
  delivery: Delivery | undefined,
  simulation: Simulation,
): Promise<Delivery | undefined> {
  switch (effect.type) {
    case "delay":
      await pause(effect.ms, simulation);
      return delivery;
    case "hold":
      await released;
      return delivery;
    case "status":
      return statusResponse(effect, simulation);
    case "throttle":
      return throttleResponse(effect, simulation);
    case "reset":
      return { status: 500, headers: {}, body: "", ...delivery, manner: effect };
    case "content":
      return delivery && { ...delivery, ...hostileResponse(effect.content, delivery) };
    case "partial":
      return delivery && { ...delivery, ...partialResponse(effect, delivery) };
    case "truncate":
    case "drip":
    case "huge":
      return delivery && { ...delivery, manner: effect };
    default:
      // `perform` has already applied the other effects, which change what reads show.
      return delivery;
  }
}

function statusResponse(
  { status, body, headers }: EffectOf<"status">,
  { dialect }: Simulation,
): HttpResponse {
  if (body === undefined) {
    const error = { code: "SimulatedFault", message: "A fault rule of the simulator made this call fail." };
    return withHeaders(errorBody(status, error, dialect), headers);
  }
  const json = jsonResponse(status, body);
  if (typeof body !== "string") return withHeaders(json, headers);
  return withHeaders({ ...json, headers: { "content-type": "text/plain; charset=utf-8" }, body }, headers);
}

function throttleResponse(
  { status = 429, retryAfter }: EffectOf<"throttle">,
  { dialect, now }: Simulation,
): HttpResponse {
  const response = errorBody(status, { code: "TooManyRequests", message: "Too many requests." }, dialect);
  if (retryAfter === undefined) return response;
  const value =
    typeof retryAfter === "object"
      ? new Date(now().getTime() + retryAfter.inSeconds * 1000).toUTCString()
      : String(retryAfter);
  return withHeaders(response, { "retry-after": value });
}

async function pause(ms: number, { closing }: Simulation): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal: closing }).catch(() => undefined);
}

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

function hostileResponse(content: HostileContent, response: HttpResponse): HttpResponse {
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

function partialResponse({ sign, items = 0 }: EffectOf<"partial">, response: HttpResponse): HttpResponse {
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
