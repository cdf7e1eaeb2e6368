import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type OperationName, operations } from "../api";
import { deliver, type Delivery } from "./delivery";
import { ApiError, errorBody, errorResponse } from "./errors";
import type { Moment } from "./fault-rules";
import type { Strike } from "./faults";
import { carryOut, type Outcome } from "./handlers";
import { hostileResponse } from "./hostile";
import type { OpenRequest } from "./journal";
import type { HttpResponse } from "./response";
import type { Simulation } from "./simulation";
import { type ReceivedCall, validateCall } from "./validate";

/** A request for one of the ten operations. */
interface Call {
  readonly name: OperationName;
  readonly request: IncomingMessage;
  /** The JSON body; undefined if it is invalid. */
  readonly body: unknown;
  readonly connection: ServerResponse;
  readonly entry: OpenRequest;
}

/**
 * A fault of a call. A hold can be released as soon as the call has arrived, before other faults are over.
 */
type Admitted = Strike & { readonly released?: Promise<void> };

/** Handles a call: latency, faults before the operation, the operation, faults after it, delivery. */
export async function handleCall(simulation: Simulation, call: Call): Promise<void> {
  const { name, request, body, connection, entry } = call;
  const { era } = simulation;
  const strikes = simulation.faults.strike(name, body).map((strike) => admit(strike, simulation));
  entry.struckBy(strikes.map(({ rule }) => rule));
  await pause(simulation.latencyMs, simulation);

  let delivery = await applyAll({ moment: "before", strikes }, undefined, simulation);
  if (delivery === undefined && simulation.era === era) {
    const { "content-type": contentType, authorization } = request.headers;
    delivery = whole(perform(simulation, name, { contentType, authorization, body, strikes }));
    entry.reach("committed");
  }
  delivery = await applyAll({ moment: "after", strikes }, delivery, simulation);
  if (delivery === undefined) {
    connection.destroy();
    return entry.end("gone", null);
  }
  entry.end(await deliver(connection, delivery, simulation.closing), delivery.response.status);
}

function whole(response: HttpResponse): Delivery {
  return { response, manner: { type: "whole" } };
}

function admit(strike: Strike, { gate }: Simulation): Admitted {
  return strike.effect.type === "hold" ? { ...strike, released: gate.wait(strike.rule) } : strike;
}

/** Carries out the operation, with the faults that change what reads see. */
function perform(
  simulation: Simulation,
  name: OperationName,
  { strikes, ...call }: ReceivedCall & { readonly strikes: readonly Strike[] },
): HttpResponse {
  const { world, visibility, dialect } = simulation;
  try {
    const values = validateCall(operations[name], call, simulation);
    const loops = strikes.some(({ effect }) => effect.type === "loop");
    const staleBy = strikes.reduce(
      (most, { effect }) => (effect.type === "stale" ? Math.max(most, effect.writes ?? 1) : most),
      0,
    );
    const omitted = strikes.flatMap(({ effect }) => (effect.type === "omit" ? effect.ids : []));
    const outcome = carryOut(name, values, { world, visibility, dialect, staleBy, loops, omitted });
    hide(outcome, strikes, simulation);
    return outcome.response;
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(error, dialect);
    throw error;
  }
}

function hide({ write }: Outcome, strikes: readonly Strike[], { visibility }: Simulation): void {
  if (write === undefined) return;
  for (const { rule, effect } of strikes) {
    if (effect.type === "hide") visibility.hide(write, rule, effect.reads);
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

/**
 * Returns when an effect is applied. `perform` has already applied the effects on reads and on the operation.
 */
function momentOf(effect: Strike["effect"]): Moment {
  switch (effect.type) {
    case "status":
    case "delay":
    case "hold":
    case "reset":
      return effect.when ?? "before";
    case "throttle":
      return "before";
    default:
      return "after";
  }
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
      return whole(statusResponse(effect, simulation));
    case "throttle":
      return whole(throttleResponse(effect.retryAfter, simulation));
    case "reset":
      return {
        response: delivery?.response ?? { status: 500, headers: {}, body: "" },
        manner: { type: "reset" },
      };
    case "content":
      return delivery && { ...delivery, response: hostileResponse(effect.content, delivery.response) };
    case "truncate":
    case "drip":
    case "huge":
      return delivery && { ...delivery, manner: effect };
    case "hide":
    case "loop":
    case "omit":
    case "stale":
      return delivery;
  }
}

function statusResponse(
  { status, body, headers = {} }: Extract<Strike["effect"], { type: "status" }>,
  { dialect }: Simulation,
): HttpResponse {
  if (body === undefined) {
    const error = { code: "SimulatedFault", message: "A fault rule of the simulator made this call fail." };
    const response = errorBody(status, error, dialect);
    return { ...response, headers: { ...response.headers, ...headers } };
  }
  const isText = typeof body === "string";
  const contentType = isText ? "text/plain; charset=utf-8" : "application/json";
  return {
    status,
    headers: { "content-type": contentType, ...headers },
    body: isText ? body : JSON.stringify(body),
  };
}

function throttleResponse(
  retryAfter: number | string | { readonly inSeconds: number } | undefined,
  { dialect, now }: Simulation,
): HttpResponse {
  const response = errorBody(429, { code: "TooManyRequests", message: "Too many requests." }, dialect);
  if (retryAfter === undefined) return response;
  const value =
    typeof retryAfter === "object"
      ? new Date(now().getTime() + retryAfter.inSeconds * 1000).toUTCString()
      : String(retryAfter);
  return { ...response, headers: { ...response.headers, "retry-after": value } };
}

async function pause(ms: number, { closing }: Simulation): Promise<void> {
  if (ms === 0) return;
  await sleep(ms, undefined, { signal: closing }).catch(() => undefined);
}
