import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { EffectOf } from "./fault-rules";
import type { HttpResponse } from "./http";
import type { RequestOutcome } from "./journal";

const DEFAULT_HUGE = 64 * 1024 * 1024;
const PIECE = 64 * 1024;

export interface Delivery extends HttpResponse {
  /** The fault that changes how the response is sent. @default none: the whole response at once */
  readonly manner?: EffectOf<"reset" | "truncate" | "drip" | "huge">;
}

/**
 * Never rejects. Resolves before the caller has the whole response, so that the journal has the status by
 * then.
 */
export async function deliver(
  connection: ServerResponse,
  delivery: Delivery,
  closing: AbortSignal,
): Promise<Exclude<RequestOutcome, "pending">> {
  if (connection.destroyed) return "gone";
  const { status, manner } = delivery;
  const body = Buffer.from(delivery.body);
  if (manner?.type === "reset") {
    connection.socket?.resetAndDestroy();
    return "reset";
  }
  if (manner?.type === "huge") {
    connection.writeHead(status, { "content-type": "application/json" });
    return send(connection, padding(manner.bytes ?? DEFAULT_HUGE));
  }
  // Responses with status 204 or 304 have no body and no content length.
  const length = status === 204 || status === 304 ? {} : { "content-length": body.length };
  connection.writeHead(status, { ...delivery.headers, ...length });
  if (manner?.type === "truncate") return truncate(connection, body, manner.bytes);
  if (manner?.type === "drip") return send(connection, drops(body, manner, closing));
  connection.end(body);
  return "answered";
}

async function truncate(
  connection: ServerResponse,
  body: Buffer,
  bytes = body.length >> 1,
): Promise<"reset"> {
  connection.flushHeaders();
  const kept = body.subarray(0, bytes);
  if (kept.length > 0) await new Promise((resolve) => connection.write(kept, resolve));
  // Without a reset, the caller receives what was sent.
  connection.socket?.end();
  return "reset";
}

async function* drops(
  body: Buffer,
  { everyMs, bytes = 1 }: EffectOf<"drip">,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for (let start = 0; start < body.length; start += bytes) {
    await sleep(everyMs, undefined, { signal });
    yield body.subarray(start, start + bytes);
  }
}

function* padding(bytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(PIECE, "x");
  yield Buffer.from('{"padding":"');
  for (let left = bytes; left > 0; left -= PIECE) yield piece.subarray(0, Math.min(left, PIECE));
  yield Buffer.from('"}');
}

async function send(
  connection: ServerResponse,
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<"answered" | "gone"> {
  try {
    await pipeline(pieces, connection);
    return "answered";
  } catch {
    return "gone";
  }
}
