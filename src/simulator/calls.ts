import { setTimeout as sleep } from "node:timers/promises";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { type OperationName, operations } from "../api";
import { deliver, type Delivery } from "./delivery";
import { ApiError, errorBody, errorResponse, type HttpResponse } from "./http";
import { jsonResponse, textResponse, withHeaders } from "./http";
import type { EffectOf, Moment } from "./fault-rules";
import type { Strike } from "./faults";
import { carryOut } from "./handlers";
import { hostileResponse, partialResponse } from "./hostile";
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

export async function handleCall(simulation: Simulation, call: ReceivedCall): Promise<void> {
  const { name, body, connection, entry } = call;
  const { era, releases } = simulation;
  const strikes = simulation.faults.strike(name, body).map(({ rule, effect }) => {
    // A test may release the hold before the call reaches it.
    const hold = effect.type === "hold" && new Promise((resolve) => releases.once(rule, resolve));
    return { rule, effect, hold };
  });
  entry.struckBy(strikes.map(({ rule }) => rule));
  await pause(simulation.latencyMs, simulation);

  let delivery: Delivery | undefined;
  const applyAll = async (moment: Moment) => {
    for (const { effect, hold } of strikes) {
      if (momentOf(effect) !== moment) continue;
      await hold;
      if (effect.type === "delay") await pause(effect.ms, simulation);
      delivery = changed(delivery, effect, simulation);
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

/** Faults may make a read return an older state, or hide a write from reads. */
function perform(simulation: Simulation, call: ReceivedCall, strikes: readonly Strike[]): HttpResponse {
  const { world, dialect, lagMs } = simulation;
  try {
    const values = validateCall(operations[call.name], call, simulation);
    const effects = strikes.map(({ effect }) => effect);
    const { response, write } = carryOut(call.name, values, simulation, effects);
    if (write === undefined) return response;
    if (lagMs > 0) world.visibility.delay(write, lagMs);
    for (const { rule, effect } of strikes) {
      if (effect.type === "hide") world.visibility.hide(write, rule, effect.reads);
    }
    return response;
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(error, dialect);
    throw error;
  }
}

const BEFORE: readonly string[] = ["status", "throttle", "delay", "hold", "reset"];

function momentOf(effect: Strike["effect"]): Moment {
  const chosen = "when" in effect ? effect.when : undefined;
  return chosen ?? (BEFORE.includes(effect.type) ? "before" : "after");
}

function changed(
  delivery: Delivery | undefined,
  effect: Strike["effect"],
  simulation: Simulation,
): Delivery | undefined {
  switch (effect.type) {
    case "status":
      return statusResponse(effect, simulation);
    case "throttle":
      return throttleResponse(effect, simulation);
    case "reset":
      return { status: 500, headers: {}, body: "", ...delivery, manner: effect };
    case "content":
      return delivery && { ...delivery, ...hostileResponse(effect.content, delivery) };
    case "partial":
      return delivery && { ...delivery, ...partialResponse(effect.sign, effect.items ?? 0, delivery) };
    case "truncate":
    case "drip":
    case "huge":
      return delivery && { ...delivery, manner: effect };
    default:
      return delivery;
  }
}

function statusResponse({ status, body, headers }: EffectOf<"status">, { dialect }: Simulation) {
  const error = { code: "SimulatedFault", message: "A fault rule of the simulator made this call fail." };
  if (body === undefined) return withHeaders(errorBody(status, error, dialect), headers);
  const respond = typeof body === "string" ? textResponse(status, body) : jsonResponse(status, body);
  return withHeaders(respond, headers);
}

function throttleResponse({ status = 429, retryAfter }: EffectOf<"throttle">, simulation: Simulation) {
  const { dialect, now } = simulation;
  const response = errorBody(status, { code: "TooManyRequests", message: "Too many requests." }, dialect);
  if (retryAfter === undefined) return response;
  const date = (seconds: number) => new Date(now().getTime() + seconds * 1000).toUTCString();
  const value = typeof retryAfter === "object" ? date(retryAfter.inSeconds) : String(retryAfter);
  return withHeaders(response, { "retry-after": value });
}

async function pause(ms: number, { closing }: Simulation): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal: closing }).catch(() => undefined);
}
