import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { type OperationName, operations } from "../api";
import { deliver } from "./delivery";
import { ApiError, errorResponse } from "./errors";
import { type Admitted, applyAll, pause } from "./fault-effects";
import type { Strike } from "./faults";
import { carryOut } from "./handlers";
import type { OpenRequest } from "./journal";
import type { HttpResponse } from "./http";
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

/** Handles a call: latency, faults before the operation, the operation, faults after it, response. */
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
