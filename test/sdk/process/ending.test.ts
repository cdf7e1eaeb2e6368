import { windDown } from "../../../src/sdk/process/plugin";
import { watchParent } from "../../../src/sdk/process/serve";
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

describe("watching the parent", () => {
  const { ppid } = process;
  const setParent = (value: number) => Object.defineProperty(process, "ppid", { value, configurable: true });
  afterEach(() => {
    setParent(ppid);
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  /** Moves the clock by so many seconds each, with so many connections. Returns how often a dead host was reported. */
  function watched(...turns: readonly (readonly [connections: number, seconds: number])[]): number {
    jest.useFakeTimers();
    const onOrphaned = jest.fn();
    let connections = 0;
    watchParent(() => connections, onOrphaned);
    for (const [now, seconds] of turns) {
      connections = now;
      jest.advanceTimersByTime(seconds * 1000);
    }
    return onOrphaned.mock.calls.length;
  }

  it("reports a dead host once, as soon as the parent changes", () => {
    jest.useFakeTimers();
    const onOrphaned = jest.fn();
    watchParent(() => 1, onOrphaned);
    jest.advanceTimersByTime(10_000);
    expect(onOrphaned).not.toHaveBeenCalled();
    setParent(ppid + 1);
    jest.advanceTimersByTime(10_000);
    expect(onOrphaned).toHaveBeenCalledTimes(1);
  });

  it("reports a dead host five seconds after its last connection has closed, but not if the host reconnects", () => {
    expect(watched([1, 10], [0, 4])).toBe(0);
    expect(watched([1, 10], [0, 5])).toBe(1);
    expect(watched([1, 10], [0, 4], [1, 2], [0, 4])).toBe(0);
  });

  it("gives a host that has not connected yet a minute", () => {
    expect(watched([0, 59])).toBe(0);
    expect(watched([0, 60])).toBe(1);
  });

  it("does not keep the process alive", () => {
    const intervals = jest.spyOn(globalThis, "setInterval");
    watchParent(
      () => 1,
      () => undefined,
    );
    const timer = intervals.mock.results[0]!.value as NodeJS.Timeout;
    clearInterval(timer);
    expect(timer.hasRef()).toBe(false);
  });
});
