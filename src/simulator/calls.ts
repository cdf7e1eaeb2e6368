import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type OperationName, operations } from "../api";
import type { Answer } from "./answer";
import { deliver, type Manner } from "./delivery";
import { ApiError, errorAnswer, errorBody } from "./errors";
import type { Moment } from "./fault-rules";
import type { Strike } from "./faults";
import { carryOut, type Outcome } from "./handlers";
import { hostileAnswer } from "./hostile";
import type { OpenRequest } from "./journal";
import type { Simulation } from "./simulation";
import { type ReceivedCall, validateCall } from "./validate";

/** What goes back, and how. */
interface Reply {
  readonly answer: Answer;
  readonly manner: Manner;
}

/** A strike on a call that has been admitted: a hold can be released from here on, even before it is reached. */
type Admitted = Strike & { readonly released?: Promise<void> };

/** Answers a call of one of the ten operations: latency, faults before, the operation, faults after, delivery. */
export async function answerCall(
  simulation: Simulation,
  name: OperationName,
  { headers }: IncomingMessage,
  body: unknown,
  response: ServerResponse,
  entry: OpenRequest,
): Promise<void> {
  const { era } = simulation;
  const strikes = simulation.faults.strike(name, body).map((strike) => admit(strike, simulation));
  entry.struckBy(strikes.map(({ rule }) => rule));
  await pause(simulation.latencyMs, simulation);

  // Nearly every call is struck by nothing, and then has nothing to wait for.
  let reply = strikes.length === 0 ? undefined : await applyAll("before", strikes, undefined, simulation);
  if (reply === undefined && simulation.era === era) {
    const call = {
      contentType: headers["content-type"],
      authorization: headers.authorization,
      body,
    };
    reply = { answer: perform(simulation, name, call, strikes), manner: { type: "whole" } };
    entry.reach("committed");
  }
  if (strikes.length > 0) reply = await applyAll("after", strikes, reply, simulation);
  if (reply === undefined) {
    response.destroy();
    return entry.end("gone", null);
  }
  const outcome = await deliver(response, reply.answer, reply.manner, simulation.closing);
  entry.end(outcome, reply.answer.status);
}

function admit(strike: Strike, { gate }: Simulation): Admitted {
  return strike.effect.type === "hold" ? { ...strike, released: gate.wait(strike.rule) } : strike;
}

/** Carries the operation out and commits it, with the faults that change what reads see. */
function perform(
  simulation: Simulation,
  name: OperationName,
  call: ReceivedCall,
  strikes: readonly Strike[],
): Answer {
  const { world, visibility, dialect, credentials } = simulation;
  try {
    const values = validateCall(operations[name], call, dialect, credentials);
    const loops = strikes.some(({ effect }) => effect.type === "loop");
    const staleBy = strikes.reduce(
      (most, { effect }) => (effect.type === "stale" ? Math.max(most, effect.writes ?? 1) : most),
      0,
    );
    const omitted = strikes.flatMap(({ effect }) => (effect.type === "omit" ? effect.ids : []));
    const outcome = carryOut(name, values, { world, visibility, dialect, staleBy, loops, omitted });
    hide(outcome, strikes, simulation);
    return outcome.answer;
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error, dialect);
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
  moment: Moment,
  strikes: readonly Admitted[],
  start: Reply | undefined,
  simulation: Simulation,
): Promise<Reply | undefined> {
  let reply = start;
  for (const strike of strikes) {
    if (momentOf(strike.effect) === moment) reply = await apply(strike, reply, simulation);
  }
  return reply;
}

/** When an effect takes place. Those that change the operation itself, or what reads see, have done so by then. */
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
  reply: Reply | undefined,
  simulation: Simulation,
): Promise<Reply | undefined> {
  switch (effect.type) {
    case "delay":
      await pause(effect.ms, simulation);
      return reply;
    case "hold":
      await released;
      return reply;
    case "status":
      return { answer: statusAnswer(effect, simulation), manner: { type: "whole" } };
    case "throttle":
      return { answer: throttleAnswer(effect.retryAfter, simulation), manner: { type: "whole" } };
    case "reset":
      return { answer: reply?.answer ?? { status: 500, headers: {}, body: "" }, manner: { type: "reset" } };
    case "content":
      return reply && { ...reply, answer: hostileAnswer(effect.content, reply.answer) };
    case "truncate":
    case "drip":
    case "huge":
      return reply && { ...reply, manner: effect };
    case "hide":
    case "loop":
    case "omit":
    case "stale":
      return reply;
  }
}

function statusAnswer(
  { status, body, headers = {} }: Extract<Strike["effect"], { type: "status" }>,
  { dialect }: Simulation,
): Answer {
  if (body === undefined) {
    const answer = errorBody(status, "SimulatedFault", "The simulator was told to fail here.", dialect);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  }
  const isText = typeof body === "string";
  const contentType = isText ? "text/plain; charset=utf-8" : "application/json";
  return {
    status,
    headers: { "content-type": contentType, ...headers },
    body: isText ? body : JSON.stringify(body),
  };
}

function throttleAnswer(
  retryAfter: number | string | { readonly inSeconds: number } | undefined,
  { dialect, now }: Simulation,
): Answer {
  const answer = errorBody(429, "TooManyRequests", "Too many requests.", dialect);
  if (retryAfter === undefined) return answer;
  const value =
    typeof retryAfter === "object"
      ? new Date(now().getTime() + retryAfter.inSeconds * 1000).toUTCString()
      : String(retryAfter);
  return { ...answer, headers: { ...answer.headers, "retry-after": value } };
}

async function pause(ms: number, { closing }: Simulation): Promise<void> {
  if (ms === 0) return;
  await sleep(ms, undefined, { signal: closing }).catch(() => undefined);
}
