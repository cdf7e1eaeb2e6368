import { windDown } from "../../../src/sdk/process/plugin";
import { parentWatch, watchParent } from "../../../src/sdk/process/serve";
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

const seconds = 1000;

describe("the parent watch", () => {
  /** The parent id, the number of connections, the time in seconds, and whether the host counts as dead. */
  type View = readonly [parentId: number, connections: number, at: number, isOrphaned: boolean];
  it.each<[string, number, View[]]>([
    [
      "reports a dead host as soon as the parent changes",
      0,
      [
        [100, 1, 1, false],
        [1, 1, 2, true],
      ],
    ],
    [
      "reports a dead host some seconds after the last connection has closed",
      0,
      [
        [100, 1, 10, false],
        [100, 0, 14, false],
        [100, 0, 15, true],
      ],
    ],
    [
      "starts to wait again when the host reconnects",
      1,
      [
        [100, 1, 0, false],
        [100, 0, 4, false],
        [100, 1, 6, false],
        [100, 0, 10, false],
      ],
    ],
    [
      "gives a host that has not connected yet as long as the host gives a plugin to start",
      0,
      [
        [100, 0, 59, false],
        [100, 0, 60, true],
      ],
    ],
  ])("%s", (_title, connections, views) => {
    const isOrphaned = parentWatch({ parentId: 100, connections }, 0);
    const seen = views.map(([parentId, open, at]) =>
      isOrphaned({ parentId, connections: open }, at * seconds),
    );
    expect(seen).toEqual(views.map(([, , , expected]) => expected));
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

  it("reports a dead host once", () => {
    jest.useFakeTimers();
    const onOrphaned = jest.fn();
    watchParent(() => 1, onOrphaned);
    jest.advanceTimersByTime(10 * seconds);
    expect(onOrphaned).not.toHaveBeenCalled();
    setParent(ppid + 1);
    jest.advanceTimersByTime(10 * seconds);
    expect(onOrphaned).toHaveBeenCalledTimes(1);
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
