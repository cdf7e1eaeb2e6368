import { windDown } from "../../../src/plugin/process/plugin";
import { gate } from "../transport/harness";

/** A process that ends while a write runs and a call waits for its answer, with the story of its end. */
function ending(patienceMs: number) {
  const events: string[] = [];
  const answered = gate();
  const write = { isRunning: true };
  const close = () => {
    events.push("close");
    return answered.opened;
  };
  const plugin = { stop: () => events.push("stop"), busy: () => write.isRunning };
  void windDown({ close }, plugin, patienceMs).then(() => events.push("end"));
  return { events, answered, write };
}

/** Far more time than a process takes to look again, on a clock that only the test moves. */
const passTime = () => jest.advanceTimersByTimeAsync(60_000);

describe("the end of a process", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it("stops the plugin first, then waits for the write in flight and for its response", async () => {
    const { events, answered, write } = ending(Infinity);
    await passTime();
    expect(events).toEqual(["stop", "close"]);
    write.isRunning = false;
    await passTime();
    expect(events).toEqual(["stop", "close"]);
    answered.open();
    await passTime();
    expect(events).toEqual(["stop", "close", "end"]);
  });

  it("waits for the write in flight although all responses are sent", async () => {
    const { events, answered, write } = ending(Infinity);
    answered.open();
    await passTime();
    expect(events).toEqual(["stop", "close"]);
    write.isRunning = false;
    await passTime();
    expect(events).toEqual(["stop", "close", "end"]);
  });

  it("waits for calls that only read until the grace time ends, and for a write longer", async () => {
    const { events, write } = ending(500);
    await passTime();
    expect(events).toEqual(["stop", "close"]);
    write.isRunning = false;
    await jest.advanceTimersByTimeAsync(499);
    expect(events).toEqual(["stop", "close"]);
    await passTime();
    expect(events).toEqual(["stop", "close", "end"]);
  });
});
