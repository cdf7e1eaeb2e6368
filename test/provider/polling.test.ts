import { pollUntil, withGrace } from "../../src/provider/run/polling";
import { waits } from "./quick-waits";

jest.mock("node:timers/promises", () => jest.requireActual<object>("./quick-waits"));

const never = new AbortController().signal;

afterEach(() => {
  waits.scale = 1 / 20;
  waits.begun = () => undefined;
  jest.restoreAllMocks();
});

describe("polling", () => {
  it("waits longer each time, up to two seconds", async () => {
    const pauses: number[] = [];
    waits.scale = 0;
    waits.begun = (ms) => void pauses.push(ms);
    let looks = 0;
    const look = async () => ((looks += 1) === 9 ? "found" : undefined);
    expect(await pollUntil(look, 60_000, never)).toBe("found");
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000]);
  });
});

describe("the signal of a read that ends a write", () => {
  const grace = () => {
    const end = new AbortController();
    const timeout = jest.spyOn(AbortSignal, "timeout").mockReturnValue(end.signal);
    return { end, timeout };
  };

  it.each(["before", "after"])("ends the read five seconds after a stop %s its start", (when) => {
    const { end, timeout } = grace();
    const stop = new AbortController();
    if (when === "before") stop.abort();
    const signal = withGrace(stop.signal);
    if (when === "after") stop.abort();
    expect(timeout.mock.calls).toEqual([[5_000]]);
    expect(signal.aborted).toBe(false);
    end.abort();
    expect(signal.aborted).toBe(true);
  });
});
