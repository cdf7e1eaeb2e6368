import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpResponse } from "./http";
import type { RequestOutcome } from "./journal";

const DEFAULT_HUGE = 64 * 1024 * 1024;
const PIECE = 64 * 1024;

interface Drip {
  readonly type: "drip";
  readonly everyMs: number;
  readonly bytes?: number;
}

/** How a response is sent. */
type Manner =
  | { readonly type: "whole" }
  | { readonly type: "reset" }
  | { readonly type: "truncate"; readonly bytes?: number }
  | Drip
  | { readonly type: "huge"; readonly bytes?: number };

/** A response and how it is sent. */
export interface Delivery {
  readonly response: HttpResponse;
  readonly manner: Manner;
}

/** Returns a delivery that sends the whole response. */
export function whole(response: HttpResponse): Delivery {
  return { response, manner: { type: "whole" } };
}

type Delivered = Exclude<RequestOutcome, "pending">;

/**
 * Sends a response. Resolves when the response is sent or the connection is closed, and never rejects. Does
 * not wait for the end of a whole response: a caller that has the response must find its status in the
 * journal.
 */
export async function deliver(
  connection: ServerResponse,
  { response, manner }: Delivery,
  closing: AbortSignal,
): Promise<Delivered> {
  if (connection.destroyed) return "gone";
  switch (manner.type) {
    case "whole":
      connection.writeHead(response.status, headersOf(response));
      connection.end(response.body);
      return "answered";
    case "reset":
      connection.socket?.resetAndDestroy();
      return "reset";
    case "truncate":
      return truncate(connection, startBody(connection, response), manner.bytes);
    case "drip":
      return send(connection, drops(startBody(connection, response), manner, closing));
    case "huge":
      connection.writeHead(response.status, { "content-type": "application/json" });
      return send(connection, padding(manner.bytes ?? DEFAULT_HUGE));
  }
}

/** A response with status 204 or 304 has no body and no content length. */
function headersOf({ status, headers, body }: HttpResponse): Record<string, string | number> {
  return status === 204 || status === 304
    ? headers
    : { ...headers, "content-length": Buffer.byteLength(body) };
}

/** Sends the headers with the length of the body, and returns the body. */
function startBody(connection: ServerResponse, { status, headers, body }: HttpResponse): Buffer {
  const bytes = Buffer.from(body);
  connection.writeHead(status, { ...headers, "content-length": bytes.length });
  return bytes;
}

/** Sends the first bytes of a body; by default, half of it. */
async function truncate(
  connection: ServerResponse,
  body: Buffer,
  bytes = body.length >> 1,
): Promise<Delivered> {
  connection.flushHeaders();
  const kept = body.subarray(0, bytes);
  if (kept.length > 0) await new Promise((resolve) => connection.write(kept, resolve));
  // Ends the connection without a reset, so that the caller receives the bytes that were sent.
  connection.socket?.end();
  return "reset";
}

async function* drops(
  body: Buffer,
  { everyMs, bytes = 1 }: Drip,
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
): Promise<Delivered> {
  const gone = new AbortController();
  connection.once("close", () => gone.abort());
  try {
    for await (const piece of pieces) {
      if (connection.destroyed) return "gone";
      if (!connection.write(piece)) await once(connection, "drain", { signal: gone.signal });
    }
    connection.end();
    await once(connection, "finish", { signal: gone.signal });
    return "answered";
  } catch {
    return "gone";
  }
}
