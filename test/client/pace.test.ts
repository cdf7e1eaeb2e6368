import { Pace } from "../../src/client/retries/pace";

/** Returns a clock that only `passes` moves, and the calls that a pace has started. */
function paced() {
  let now = 0;
  let sleeping: { readonly until: number; readonly wake: () => void }[] = [];
  const pace = new Pace(undefined, {
    now: () => now,
    random: () => 0,
    sleep: (ms) => new Promise((wake) => sleeping.push({ until: now + ms, wake })),
  });
  const started: number[] = [];
  const settle = () => new Promise(setImmediate);
  const passes = async (ms: number) => {
    const end = now + ms;
    for (;;) {
      await settle();
      const next = sleeping.sort((a, b) => a.until - b.until)[0];
      if (next === undefined || next.until > end) break;
      sleeping = sleeping.slice(1);
      now = next.until;
      next.wake();
      // The server accepts each started call.
      await settle();
      pace.recordAccepted(now);
    }
    now = end;
  };
  return {
    started,
    passes,
    calls(count: number) {
      for (let calls = 0; calls < count; calls += 1) void pace.wait().then(() => started.push(now));
    },
    async refusesOne() {
      pace.recordAccepted(now);
      await passes(10);
      pace.recordFailed({ code: "OUTREACH_RATE_LIMITED" }, { sentAt: now, attempt: 1, isRead: true });
    },
  };
}

describe("the pace after one refusal", () => {
  it("soon ends for all waiting calls if the server accepts everything since", async () => {
    const { started, passes, calls, refusesOne } = paced();
    await refusesOne();
    calls(80);
    await passes(30_000);
    expect(started).toHaveLength(80);
  });

  it("delays later calls no longer than waiting ones", async () => {
    const { started, passes, calls, refusesOne } = paced();
    await refusesOne();
    calls(40);
    await passes(20_000);
    const before = started.length;
    calls(1);
    await passes(5_000);
    expect(started.length).toBeGreaterThan(before);
    expect(started).toHaveLength(41);
  });
});
