import { isRateLimited } from "../../client";
import { inParallel } from "../../util/lists";
import { API } from "./api";
import { likely, notSeen, type Question } from "./question";

const MAX_READS = 300;
const AT_A_TIME = 10;
const UNAVAILABLE = 503;

/** The rate that the provider should keep to, as a fraction of the limit. */
const FRACTION = 0.95;

/** Reads an own object as fast as the server responds, until a 429 or 503, and at most 300 times. */
export const RATE: Question = {
  id: "rate",
  title: "limit of the rate of requests",
  document: "Section 8: rate limits are not shown.",
  calls: () => MAX_READS + 3,
  async ask({ server, own }) {
    const { kind, id } = await own.require("snippet", "rate");
    let accepted = 0;
    let isOver = false;
    let refused: { readonly status: number; readonly waitMs: number | undefined } | undefined;
    const startedAt = server.now();
    await inParallel(Array.from({ length: MAX_READS }), AT_A_TIME, async () => {
      if (isOver) return;
      const { reply, error } = await server.once(API[kind].get, { id });
      isOver ||= reply === undefined || isRateLimited(error) || reply.status === UNAVAILABLE;
      if (reply === undefined) throw server.reasonOf(error);
      if (!isRateLimited(error) && reply.status !== UNAVAILABLE) accepted += 1;
      else refused ??= { status: reply.status, waitMs: error?.retryAfterMs };
    });
    const seconds = (server.now() - startedAt) / 1_000;
    const reads = `${accepted} reads in ${seconds.toFixed(1)} s`;
    if (refused === undefined) return notSeen(`${reads} were all accepted`);
    const { status, waitMs } = refused;
    const wait = waitMs === undefined ? "no Retry-After" : `Retry-After ${waitMs / 1_000} s`;
    // A server that counts calls in windows asks for the rest of its window.
    const perSecond = (FRACTION * accepted) / Math.max(1, seconds + (waitMs ?? 0) / 1_000);
    const requestsPerSecond = Math.max(
      0.1,
      perSecond < 2 ? Math.floor(10 * perSecond) / 10 : Math.floor(perSecond),
    );
    return { ...likely(`status ${status} after ${reads}, ${wait}`), requestsPerSecond };
  },
};
