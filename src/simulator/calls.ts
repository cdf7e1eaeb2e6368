import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type OperationName, operations } from "../api";
import { deliver, type Delivery } from "./delivery";
import { ApiError, errorBody, errorResponse } from "./errors";
import type { EffectOf, Moment } from "./fault-rules";
import type { Strike } from "./faults";
import { carryOut } from "./handlers";
import { hostileResponse } from "./hostile";
import type { OpenRequest } from "./journal";
import { type HttpResponse, jsonResponse, withHeaders } from "./http";
import type { Simulation } from "./simulation";
import { validateCall } from "./validate";

/** A request for one of the ten operations. */
interface ReceivedRequest {
  readonly name: OperationName;
  readonly headers: IncomingHttpHeaders;
  /** The JSON body; undefined if it is invalid. */
  readonly body: unknown;
  readonly connection: ServerResponse;
  readonly entry: OpenRequest;
}

/**
 * A fault that applies to a call. If it is a hold, `released` resolves when the hold is released. That may
 * happen before the call has reached the hold.
 */
type Admitted = Strike & { readonly released?: Promise<void> };

/**
 * Handles a call. Waits for the latency, applies the faults before the operation, carries out the operation,
 * applies the faults after it, and sends the response.
 */
export async function handleCall(simulation: Simulation, call: ReceivedRequest): Promise<void> {
  const { name, body, connection, entry } = call;
  const { era } = simulation;
  const strikes = simulation.faults.strike(name, body).map((strike) => admit(strike, simulation));
  entry.struckBy(strikes.map(({ rule }) => rule));
  await pause(simulation.latencyMs, simulation);

  let delivery = await applyAll({ moment: "before", strikes }, undefined, simulation);
  if (delivery === undefined && simulation.era === era) {
    delivery = perform(simulation, call, strikes);
    entry.reach("committed");
  }
  delivery = await applyAll({ moment: "after", strikes }, delivery, simulation);
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
function perform(simulation: Simulation, call: ReceivedRequest, strikes: readonly Strike[]): HttpResponse {
  const { world, visibility, dialect } = simulation;
  const { "content-type": contentType, authorization } = call.headers;
  const effects = strikes.map(({ effect }) => effect);
  const staleBy = effects.map((effect) => (effect.type === "stale" ? (effect.writes ?? 1) : 0));
  const faults = {
    staleBy: Math.max(0, ...staleBy),
    loops: effects.some(({ type }) => type === "loop"),
    omitted: effects.flatMap((effect) => (effect.type === "omit" ? effect.ids : [])),
  };
  try {
    const received = { contentType, authorization, body: call.body };
    const values = validateCall(operations[call.name], received, simulation);
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

async function applyAll(
  { moment, strikes }: { readonly moment: Moment; readonly strikes: readonly Admitted[] },
  start: Delivery | undefined,
  simulation: Simulation,
): Promise<Delivery | undefined> {
  let delivery = start;
  for (const strike of strikes) {
    if (momentOf(strike.effect) === moment) delivery = await apply(strike, delivery, simulation);
  }
  return delivery;
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
