import { windDown } from "../../../src/plugin/process/ending";
import { gate } from "../transport/harness";

describe("winding down", () => {
  it("stops first, and waits for the write in flight and for its answer", async () => {
    const events: string[] = [];
    const answered = gate();
    let busy = true;
    const running = {
      stop: () => events.push("stop"),
      server: {
        close: () => {
          events.push("close");
          return answered.opened;
        },
      },
      busy: () => busy,
    };
    const ended = windDown(running, Infinity).then(() => events.push("end"));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(events).toEqual(["stop", "close"]);
    busy = false;
    events.push("written");
    answered.open();
    await ended;
    expect(events).toEqual(["stop", "close", "written", "end"]);
  });

  it("does not wait for calls that only read, beyond the patience given", async () => {
    const server = { close: () => new Promise<void>(() => undefined) };
    await windDown({ stop: () => undefined, server, busy: () => false }, 0);
  });
});
