import { Pace } from "../../src/client/retries/limits";

/** A clock that stands still until it is told to go on, and the calls that a pace has let start by then. */
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
      // What starts is let through.
      await settle();
      pace.noteLetThrough();
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
      pace.noteLetThrough();
      await passes(10);
      pace.noteTurnedAway(now);
    },
  };
}

describe("the pace that one refusal brings", () => {
  it("is soon forgotten by all that wait, where everything is let through since", async () => {
    const { started, passes, calls, refusesOne } = paced();
    await refusesOne();
    calls(80);
    await passes(30_000);
    expect(started).toHaveLength(80);
  });

  it("holds back who comes later no longer than who waits already", async () => {
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
