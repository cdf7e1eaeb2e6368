import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "./answer";
import type { RequestOutcome } from "./journal";

const DEFAULT_HUGE = 64 * 1024 * 1024;
const PIECE = 64 * 1024;

/** How an answer goes out. */
export type Manner =
  | { readonly type: "whole" }
  | { readonly type: "reset" }
  | { readonly type: "truncate"; readonly bytes?: number }
  | { readonly type: "drip"; readonly everyMs: number; readonly bytes?: number }
  | { readonly type: "huge"; readonly bytes?: number };

type Delivered = Exclude<RequestOutcome, "pending">;

/**
 * Sends an answer and resolves when it is out, or the connection is gone. Never rejects. A whole answer resolves at
 * once, so that the journal knows of it before the caller can.
 */
export async function deliver(
  response: ServerResponse,
  answer: Answer,
  manner: Manner,
  closing: AbortSignal,
): Promise<Delivered> {
  if (response.destroyed) return "gone";
  switch (manner.type) {
    case "whole":
      response.writeHead(answer.status, headersOf(answer));
      // A text leaves in one piece with the headers.
      response.end(answer.body);
      return "answered";
    case "reset":
      return reset(response);
    case "truncate":
      return truncate(response, answer, manner.bytes);
    case "drip":
      return drip(response, answer, manner, closing);
    case "huge":
      response.writeHead(answer.status, { "content-type": "application/json" });
      return send(response, padding(manner.bytes ?? DEFAULT_HUGE));
  }
}

/** The statuses 204 and 304 have no body and must not say how long it is. */
function headersOf({ status, headers, body }: Answer): Record<string, string | number> {
  return status === 204 || status === 304
    ? headers
    : { ...headers, "content-length": Buffer.byteLength(body) };
}

function reset(response: ServerResponse): Delivered {
  response.socket?.resetAndDestroy();
  return "reset";
}

async function truncate(response: ServerResponse, answer: Answer, bytes?: number): Promise<Delivered> {
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, { ...answer.headers, "content-length": body.length });
  response.flushHeaders();
  const kept = body.subarray(0, bytes ?? Math.floor(body.length / 2));
  if (kept.length > 0) await new Promise((resolve) => response.write(kept, resolve));
  // An orderly end, unlike a reset: what was sent arrives, and then nothing more does.
  response.socket?.end();
  return "reset";
}

function drip(
  response: ServerResponse,
  answer: Answer,
  { bytes = 1, everyMs }: { readonly bytes?: number; readonly everyMs: number },
  closing: AbortSignal,
): Promise<Delivered> {
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, { ...answer.headers, "content-length": body.length });
  return send(response, drops(body, bytes, everyMs, closing));
}

async function* drops(
  body: Buffer,
  bytes: number,
  everyMs: number,
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
  response: ServerResponse,
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<Delivered> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  try {
    for await (const piece of pieces) {
      if (response.destroyed) return "gone";
      if (!response.write(piece)) await once(response, "drain", { signal: gone.signal });
    }
    response.end();
    await once(response, "finish", { signal: gone.signal });
    return "answered";
  } catch {
    return "gone";
  }
}
