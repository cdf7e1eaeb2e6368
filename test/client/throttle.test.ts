import { Pace } from "../../src/client/retries/pace";
import { quotaOf } from "../../src/simulator/faults";
import { VirtualClock } from "./virtual-time";

/** The response to a request: undefined for a success. */
type Refusal = { readonly status: number; readonly retryAfterMs?: number } | undefined;

interface Served {
  readonly seconds: number;
  /** The share of the requests after the first second that were refused. */
  readonly refused: number;
  readonly pace: Pace;
}

/** How many requests run at a time, and how long each of them and its response take, in ms. */
interface Connection {
  readonly concurrency: number;
  readonly latencyMs: (clock: VirtualClock) => number;
}

const STEADY: Connection = { concurrency: 10, latencyMs: () => 10 };
/** Prefetches of a plan. Some requests and responses arrive after later ones. */
const UNEVEN: Connection = {
  concurrency: 40,
  latencyMs: (clock) => 2 * clock.random() + (clock.random() < 0.1 ? 60 * clock.random() : 0),
};
const DISTANT: Connection = { concurrency: 10, latencyMs: () => 50 };

/** Sends `count` requests, each until it succeeds, through one pace. */
async function send(
  count: number,
  { concurrency, latencyMs }: Connection,
  serve: (now: number, clock: VirtualClock) => Refusal,
): Promise<Served> {
  const clock = new VirtualClock();
  const pace = new Pace(undefined, clock);
  const log: { readonly at: number; readonly isRefused: boolean }[] = [];
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      for (let attempt = 1; ; attempt += 1) {
        if (!pace.tryStart()) await pace.wait();
        const sentAt = clock.now();
        await clock.sleep(latencyMs(clock));
        const refusal = serve(clock.now(), clock);
        log.push({ at: clock.now(), isRefused: refusal !== undefined });
        await clock.sleep(latencyMs(clock));
        if (refusal === undefined) {
          pace.recordAccepted(sentAt);
          break;
        }
        const code = refusal.status === 429 ? "OUTREACH_RATE_LIMITED" : "OUTREACH_SERVER";
        const failure = { code, summary: "", transient: true, ambiguous: true } as const;
        pace.recordFailed({ ...failure, ...refusal }, { sentAt, attempt, isRead: true });
        await clock.sleep(refusal.retryAfterMs ?? 0);
      }
    }
  };
  await clock.passUntil(Promise.all(Array.from({ length: concurrency }, worker)));
  const later = log.filter(({ at }) => at > 1_000);
  const refused = later.filter(({ isRefused }) => isRefused).length / Math.max(1, later.length);
  return { seconds: clock.now() / 1_000, refused, pace };
}

/** Sends requests to a server with a quota. */
function sendLimited(count: number, connection: Connection, limit: Limit): Promise<Served> {
  const [method, calls, status, hasRetryAfter] = limit;
  const quota = quotaOf({ type: "quota", calls, perMs: 1_000, method });
  return send(count, connection, (now) => {
    const waitMs = quota(now);
    if (waitMs === 0) return undefined;
    return { status, ...(hasRetryAfter && { retryAfterMs: 1_000 * Math.ceil(waitMs / 1_000) }) };
  });
}

const METHODS = ["fixed-window", "sliding-window", "token-bucket"] as const;
type Limit = readonly [(typeof METHODS)[number], perSecond: number, status: number, hasRetryAfter: boolean];
const LIMITS = METHODS.flatMap((method) =>
  [20, 40, 100].flatMap((perSecond) =>
    [429, 503].flatMap((status) =>
      [true, false].map((retryAfter): Limit => [method, perSecond, status, retryAfter]),
    ),
  ),
);

describe("a limit of the server", () => {
  it.each(LIMITS)(
    "by a %s of %i requests a second, with status %i and Retry-After %j, costs little time and few refusals",
    async (...limit) => {
      const [, perSecond] = limit;
      const count = 20 * perSecond;
      const { seconds, refused, pace } = await sendLimited(count, STEADY, limit);
      expect(seconds).toBeLessThan((1.12 * count) / perSecond);
      expect(refused).toBeLessThan(0.01);
      expect(pace.limitsRate).toBe(true);
      expect(pace.advisedRate).toBeGreaterThan(0.8 * perSecond);
      expect(pace.advisedRate).toBeLessThan(1.1 * perSecond);
    },
  );

  it.each(LIMITS)(
    "by a %s of %i requests a second, with status %i and Retry-After %j, is learned although responses overtake each other",
    async (...limit) => {
      const [, perSecond] = limit;
      const count = 5 * perSecond;
      const { seconds, refused } = await sendLimited(count, UNEVEN, limit);
      expect(seconds).toBeLessThan((1.25 * count) / perSecond);
      expect(refused).toBeLessThan(0.03);
    },
  );

  it.each(LIMITS.filter(([, perSecond]) => perSecond < 100))(
    "by a %s of %i requests a second, with status %i and Retry-After %j, is kept by a distant client",
    async (...limit) => {
      const [, perSecond] = limit;
      const count = 10 * perSecond;
      const { seconds, refused } = await sendLimited(count, DISTANT, limit);
      expect(seconds).toBeLessThan((1.25 * count) / perSecond);
      expect(refused).toBeLessThan(0.03);
    },
  );
});

describe("a limit that changes during a run", () => {
  it("the client learns the limit again when it falls, and when it rises", async () => {
    const [high, low] = [100, 20].map((calls) =>
      quotaOf({ type: "quota", calls, perMs: 1_000, method: "token-bucket" }),
    ) as [ReturnType<typeof quotaOf>, ReturnType<typeof quotaOf>];
    const { seconds, refused } = await send(1_500, STEADY, (now) => {
      const waitMs = (now > 5_000 && now < 15_000 ? low : high)(now);
      return waitMs === 0 ? undefined : { status: 429 };
    });
    // 600 requests in the first 5 s, 200 in the next 10 s, and 700 in the last 7 s.
    expect(seconds).toBeLessThan(30);
    expect(refused).toBeLessThan(0.03);
  });
});

/** Records a refusal of a read that was sent at the time 0. */
function refuse(pace: Pace, status: number, more: { retryAfterMs?: number; isRead?: boolean } = {}): boolean {
  const { isRead = true, ...asked } = more;
  const code = status === 429 ? "OUTREACH_RATE_LIMITED" : "OUTREACH_SERVER";
  pace.recordFailed({ code, status, ...asked }, { sentAt: 0, attempt: 1, isRead });
  return pace.isForRate({ code, status });
}

describe("a server that refuses for another reason than the rate", () => {
  it.each([0.01, 0.03, 0.1, 0.3])(
    "with 503 to the share %d of all requests, as one faulty server of several does, does not slow the client for long",
    async (share) => {
      const { seconds } = await send(2_000, STEADY, (_now, clock) =>
        clock.random() < share ? { status: 503 } : undefined,
      );
      // 4 to 7 s without any pace, and hours if each 503 slowed the client.
      expect(seconds).toBeLessThan(share < 0.2 ? 25 : 120);
    },
  );

  it("of writes, with 503, does not slow the client", () => {
    const pace = new Pace(undefined, new VirtualClock());
    pace.recordAccepted(0);
    const judged = Array.from({ length: 10 }, () => refuse(pace, 503, { isRead: false }));
    expect(judged).not.toContain(true);
    expect([pace.tryStart(), pace.tryStart()]).toEqual([true, true]);
  });

  it("of several writes and a read, with 503, limits the rate", () => {
    const pace = new Pace(undefined, new VirtualClock());
    const unavailable = { code: "OUTREACH_SERVER", status: 503 } as const;
    pace.recordAccepted(0);
    for (let writes = 0; writes < 3; writes += 1) expect(refuse(pace, 503, { isRead: false })).toBe(false);
    expect(pace.isForRate(unavailable)).toBe(false);
    pace.recordAccepted(0);
    expect(refuse(pace, 503)).toBe(true);
    expect(pace.isForRate(unavailable)).toBe(true);
  });

  it("with a single 429, is not reported as one that limits the rate", async () => {
    let requests = 0;
    const { pace, seconds } = await send(50, { ...STEADY, concurrency: 1 }, () =>
      (requests += 1) === 10 ? { status: 429 } : undefined,
    );
    expect(pace.advisedRate).toBeUndefined();
    expect(seconds).toBeLessThan(10);
  });
});

describe("a Retry-After", () => {
  it("all requests pause for it, unless it is longer than a call waits", () => {
    const pace = new Pace(undefined, new VirtualClock());
    refuse(pace, 429, { retryAfterMs: 86_400_000 });
    expect(pace.tryStart()).toBe(true);
    refuse(pace, 429, { retryAfterMs: 3_000 });
    expect(pace.tryStart()).toBe(false);
  });

  it("counts from the first refusal for requests that ran at the same time", async () => {
    const clock = new VirtualClock();
    const pace = new Pace(undefined, clock);
    await clock.passUntil(clock.sleep(100));
    refuse(pace, 429, { retryAfterMs: 1_000 });
    await clock.passUntil(clock.sleep(200));
    refuse(pace, 429, { retryAfterMs: 1_000 });
    const waited = pace.wait().then(() => clock.now());
    expect(await clock.passUntil(waited)).toBe(1_100);
  });

  it("delays requests that wait already", async () => {
    const clock = new VirtualClock();
    const pace = new Pace(10, clock);
    pace.tryStart();
    const waited = pace.wait().then(() => clock.now());
    refuse(pace, 429, { retryAfterMs: 3_000 });
    expect(await clock.passUntil(waited)).toBe(3_000);
  });
});
