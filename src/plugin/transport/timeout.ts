import type { Headers } from "./http2";
import { GrpcError, Status } from "./status";

/** The longest delay that a timer of Node.js supports. A call with a later deadline gets no timer. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const UNIT_MILLISECONDS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

/** Returns the `grpc-timeout` in milliseconds; undefined without one. Throws GrpcError if malformed. */
export function timeoutOf(headers: Headers): number | undefined {
  const text = headers["grpc-timeout"];
  if (text === undefined) return undefined;
  const match = /^(\d{1,8})([HMSmun])$/.exec(text);
  if (match === null) throw new GrpcError(Status.INTERNAL, "The grpc-timeout header is malformed.");
  return Number(match[1]) * (UNIT_MILLISECONDS[match[2] as string] as number);
}
